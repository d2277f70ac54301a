// Stand-ins for the parts of Unity that the component and the samples use, so that they run without Unity. A frame lasts 1/60 s. The
// only colliders are a floor at height 0 and a wall across z = 4.
using System;
using System.Collections.Generic;

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

        public static Vector3 zero
        {
            get { return default(Vector3); }
        }

        public static Vector3 up
        {
            get { return new Vector3(0, 1, 0); }
        }

        public static Vector3 down
        {
            get { return new Vector3(0, -1, 0); }
        }

        public static Vector3 forward
        {
            get { return new Vector3(0, 0, 1); }
        }

        public float sqrMagnitude
        {
            get { return Dot(this, this); }
        }

        public float magnitude
        {
            get { return (float)Math.Sqrt(sqrMagnitude); }
        }

        public Vector3 normalized
        {
            get { return magnitude > 1e-5f ? this / magnitude : zero; }
        }

        public static Vector3 operator +(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        }

        public static Vector3 operator -(Vector3 a, Vector3 b)
        {
            return a + -1 * b;
        }

        public static Vector3 operator *(Vector3 a, float by)
        {
            return new Vector3(a.x * by, a.y * by, a.z * by);
        }

        public static Vector3 operator *(float by, Vector3 a)
        {
            return a * by;
        }

        public static Vector3 operator /(Vector3 a, float by)
        {
            return new Vector3(a.x / by, a.y / by, a.z / by);
        }

        public static float Dot(Vector3 a, Vector3 b)
        {
            return a.x * b.x + a.y * b.y + a.z * b.z;
        }

        public static Vector3 ClampMagnitude(Vector3 of, float most)
        {
            float length = of.magnitude;
            return length > most ? most / length * of : of;
        }
    }

    public struct Quaternion
    {
        public float x, y, z, w;

        public Quaternion(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public static Quaternion identity
        {
            get { return new Quaternion(0, 0, 0, 1); }
        }

        public static Quaternion Inverse(Quaternion of)
        {
            return new Quaternion(-of.x, -of.y, -of.z, of.w);
        }

        public static Quaternion operator *(Quaternion a, Quaternion b)
        {
            return new Quaternion(
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
        }

        public static Vector3 operator *(Quaternion turn, Vector3 of)
        {
            Quaternion turned = turn * new Quaternion(of.x, of.y, of.z, 0) * Inverse(turn);
            return new Vector3(turned.x, turned.y, turned.z);
        }
    }

    // Scales are the same on all axes.
    public sealed class Transform
    {
        private readonly List<Transform> children = new List<Transform>();

        public Transform(string name = "", Transform parent = null)
        {
            this.name = name;
            this.parent = parent;
            localRotation = Quaternion.identity;
            localScale = new Vector3(1, 1, 1);
            if (parent != null)
            {
                parent.children.Add(this);
            }
        }

        public string name { get; set; }

        public Transform parent { get; private set; }

        public Vector3 localPosition { get; set; }

        public Quaternion localRotation { get; set; }

        public Vector3 localScale { get; set; }

        public int childCount
        {
            get { return children.Count; }
        }

        public Vector3 lossyScale
        {
            get { return parent == null ? localScale : parent.lossyScale.x * localScale; }
        }

        public Quaternion rotation
        {
            get { return parent == null ? localRotation : parent.rotation * localRotation; }
        }

        public Vector3 position
        {
            get { return parent == null ? localPosition : parent.TransformPoint(localPosition); }
            set { localPosition = parent == null ? value : parent.InverseTransformPoint(value); }
        }

        public Transform GetChild(int index)
        {
            return children[index];
        }

        public void SetPositionAndRotation(Vector3 at, Quaternion turn)
        {
            position = at;
            localRotation = parent == null ? turn : Quaternion.Inverse(parent.rotation) * turn;
        }

        public Vector3 TransformPoint(Vector3 of)
        {
            return position + rotation * (lossyScale.x * of);
        }

        public Vector3 InverseTransformPoint(Vector3 of)
        {
            return Quaternion.Inverse(rotation) * (of - position) / lossyScale.x;
        }
    }

    public class MonoBehaviour
    {
        private readonly Transform own = new Transform("Player");

        public bool enabled { get; set; }

        public Transform transform
        {
            get { return own; }
        }

        public string name
        {
            get { return own.name; }
        }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string menu)
        {
            Menu = menu;
        }

        public string Menu { get; private set; }
    }

    public sealed class TextAsset
    {
        public byte[] bytes { get; set; }
    }

    public static class Time
    {
        public static float deltaTime
        {
            get { return 1 / 60f; }
        }

        public static float fixedDeltaTime
        {
            get { return 1 / 60f; }
        }
    }

    public static class Input
    {
        public static readonly Dictionary<string, float> Axes = new Dictionary<string, float>();

        public static float GetAxis(string name)
        {
            return Axes[name];
        }
    }

    public static class Mathf
    {
        public static float Sin(float of)
        {
            return (float)Math.Sin(of);
        }

        public static float Cos(float of)
        {
            return (float)Math.Cos(of);
        }

        public static float Clamp(float of, float least, float most)
        {
            return Math.Max(least, Math.Min(most, of));
        }
    }

    public struct LayerMask
    {
        public int value { get; set; }

        public static implicit operator int(LayerMask of)
        {
            return of.value;
        }

        public static implicit operator LayerMask(int of)
        {
            return new LayerMask { value = of };
        }
    }

    public enum QueryTriggerInteraction
    {
        Ignore,
    }

    public struct RaycastHit
    {
        public float distance { get; set; }

        public Vector3 point { get; set; }

        public Vector3 normal { get; set; }
    }

    public static class Physics
    {
        public const int DefaultRaycastLayers = -5;
        private const float WallZ = 4;

        public static bool CapsuleCast(
            Vector3 low, Vector3 high, float radius, Vector3 along, out RaycastHit hit, float most, int layers, QueryTriggerInteraction how)
        {
            hit = default(RaycastHit);
            hit.distance = (WallZ - radius - low.z) / along.z;
            hit.normal = new Vector3(0, 0, -1);
            return along.z > 0 && hit.distance >= 0 && hit.distance <= most;
        }

        public static bool Raycast(Vector3 from, Vector3 along, out RaycastHit hit, float most, int layers, QueryTriggerInteraction how)
        {
            hit = default(RaycastHit);
            hit.distance = from.y;
            hit.point = new Vector3(from.x, 0, from.z);
            hit.normal = Vector3.up;
            return along.y == -1 && hit.distance >= 0 && hit.distance <= most;
        }
    }

    // Unity types that share their names with types of Footwork.
    public struct Pose
    {
    }

    public sealed class Mesh
    {
    }

    public class Joint
    {
    }

    public class Motion
    {
    }

    public struct Touch
    {
    }

    public static class Debug
    {
        public static void Log(object message)
        {
            Console.WriteLine(message);
        }
    }
}

// Unity's messages to a script, which it finds by their names.
internal static class Messages
{
    internal static Action Of(object script, string name)
    {
        System.Reflection.BindingFlags flags = System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic;
        return (Action)Delegate.CreateDelegate(typeof(Action), script, script.GetType().GetMethod(name, flags));
    }
}
