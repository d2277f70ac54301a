// Stand-ins for the part of Unity that the sample uses, so that it runs without Unity. A frame lasts 1/60 s.
using System;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public float magnitude
        {
            get { return (float)Math.Sqrt(x * x + y * y + z * z); }
        }

        public static Vector3 ClampMagnitude(Vector3 of, float most)
        {
            float length = of.magnitude;
            float part = length > most ? most / length : 1;
            return new Vector3(part * of.x, part * of.y, part * of.z);
        }
    }

    public sealed class Transform
    {
        public Vector3 position { get; set; }
    }

    public class MonoBehaviour
    {
        private readonly Transform own = new Transform();

        public Transform transform
        {
            get { return own; }
        }
    }

    public sealed class TextAsset
    {
        public byte[] bytes { get; set; }
    }

    public static class Time
    {
        public static float fixedDeltaTime
        {
            get { return 1 / 60f; }
        }
    }

    public static class Debug
    {
        public static void Log(object message)
        {
            Console.WriteLine(message);
        }
    }
}

// Plays 240 frames of the sample, and prints the bytes that the last 120 allocate.
internal static class Play
{
    private static int Main(string[] arguments)
    {
        Chase chase = new Chase();
        chase.target = new UnityEngine.Transform();
        chase.tags = new UnityEngine.TextAsset { bytes = System.IO.File.ReadAllBytes(arguments[0]) };
        Action start = Message(chase, "Start"), update = Message(chase, "FixedUpdate");
        start();
        long before = 0;
        for (int frame = 0; frame < 240; frame++)
        {
            if (frame == 120)
            {
                before = GC.GetAllocatedBytesForCurrentThread();
            }
            update();
        }
        Console.WriteLine("garbage " + (GC.GetAllocatedBytesForCurrentThread() - before));
        UnityEngine.Vector3 at = chase.transform.position, ball = chase.target.position;
        Console.WriteLine("moved " + (at.magnitude > 2) + ", ball " + (ball.magnitude > 2));
        Message(chase, "OnDestroy")();
        return 0;
    }

    // Returns a method of the script by its name, as Unity finds its messages.
    private static Action Message(object of, string name)
    {
        System.Reflection.BindingFlags flags = System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic;
        return (Action)Delegate.CreateDelegate(typeof(Action), of, of.GetType().GetMethod(name, flags));
    }
}
