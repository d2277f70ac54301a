using System;

// Plays 240 frames of the sample, and prints the bytes that the last 120 allocate.
internal static class Play
{
    private static int Main(string[] arguments)
    {
        Chase chase = new Chase();
        chase.target = new UnityEngine.Transform();
        chase.tags = new UnityEngine.TextAsset { bytes = System.IO.File.ReadAllBytes(arguments[0]) };
        Action start = Messages.Of(chase, "Start"), update = Messages.Of(chase, "FixedUpdate");
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
        Messages.Of(chase, "OnDestroy")();
        return 0;
    }
}
