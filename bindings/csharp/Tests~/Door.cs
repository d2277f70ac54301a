// What holds of the package besides its answers: layouts, mistakes, and no garbage in a frame.
using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using Footwork;

internal static class Door
{
    private static int Main(string[] arguments)
    {
        Library.CheckVersion();
        if (arguments[0] == "layouts")
        {
            Layouts();
            return 0;
        }
        Mistakes();
        Frames(File.ReadAllBytes(arguments[1]), File.ReadAllBytes(arguments[2]));
        return 0;
    }

    // Every struct with its size and the places of its fields, as the program in C prints them.
    private static void Layouts()
    {
        foreach (Type type in typeof(Library).Assembly.GetTypes())
        {
            if (!type.IsValueType || type.IsEnum || type.Namespace != "Footwork")
            {
                continue;
            }
            Console.WriteLine(type.Name + " " + Marshal.SizeOf(type));
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public))
            {
                Console.WriteLine(type.Name + "." + field.Name + " " + Marshal.OffsetOf(type, field.Name));
            }
        }
    }

    private static void Mistakes()
    {
        Wrong(Status.BadText, 0, 9, "unknown function `smoothstp`, did you mean `smoothstep`?", () => new Expression("smoothstp(1, 3, x)", new[] { "x" }));
        Wrong(Status.BadData, 0, 0, null, () => new Database(new byte[] { 1, 2, 3 }));
        Wrong(Status.Io, 0, 0, null, () => new Database("/nowhere"));
        Expression disposed = new Expression("x", new[] { "x" });
        disposed.Dispose();
        Wrong(Status.StaleHandle, 0, 0, null, () => disposed.Evaluate(new float[1]));
        Wrong(Status.BadSize, 0, 0, null, () => new Expression("x + y", new[] { "x", "y" }).Evaluate(new float[1]));
        Console.WriteLine("mistakes ok");
    }

    private static void Wrong(Status status, int start, int stop, string message, Action run)
    {
        try
        {
            run();
        }
        catch (FootworkException error)
        {
            if (error.Status != status || error.Start != start || error.Stop != stop || (message != null && error.Message != message))
            {
                Console.WriteLine("wrong: " + error.Status + " " + error.Start + ".." + error.Stop + " " + error.Message);
            }
            return;
        }
        Console.WriteLine("no exception where " + status + " is wanted");
    }

    // A loop of a game: what it allocates once it is warm.
    private static void Frames(byte[] tags, byte[] poses)
    {
        Query query = new Query(new Database(tags), "Gait.Walk");
        Expression expression = new Expression("smoothstep(1, 3, speed)", new[] { "speed" });
        PoseIndex index = new PoseIndex(poses);
        PoseFilter filter = new PoseFilter(index, query, Constants.TwinsBoth);
        Goal goal = new Goal(index);
        Matcher matcher = new Matcher(default(PoseId));
        Controller controller = new Controller(default(Place));
        Physics physics = new Physics(Physics.DefaultPitch());
        Ball ball = Physics.Place(0, new Double3(0, 1, 0), new Double3(9, 7, 2), new Double3(0, 20, 0));
        PredictionOptions options = Prediction.DefaultOptions();
        options.KeepsAhead = 1;
        Prediction flight = new Prediction(physics, ref ball, ref options);
        FlightPath path = new FlightPath();
        InterceptCache cache = new InterceptCache(Constants.ReachFull);
        Choice choice = new Choice();
        World world = new World();
        Volume wall = default(Volume);
        wall.HalfM = new Float3(1, 2, 5);
        Pose pose = default(Pose);
        pose.Position = new Double3(3, 1, 0);
        world.Add(wall, pose);
        Body body = default(Body);
        body.Kind = Constants.BodyCapsule;
        body.RadiusM = 0.3f;
        body.HeightM = 1.8f;
        Mover mover = new Mover(body);
        MoverState state = default(MoverState);
        MoveConfig config = Mover.DefaultConfig();
        Player[] players = new Player[8];
        Intercept[] found = new Intercept[players.Length];
        for (int i = 0; i < players.Length; i++)
        {
            players[i] = InterceptSearch.DefaultPlayer((uint)i, new Double3(3 * i, 0, i - 4));
            players[i].Team = (uint)i % 2;
        }
        Footwork.Range[] ranges = new Footwork.Range[64];
        float[] speed = new float[1];
        long before = 0;
        for (int frame = 0; frame < 600; frame++)
        {
            if (frame == 300)
            {
                before = GC.GetAllocatedBytesForCurrentThread();
            }
            physics.Step(ref ball, 4);
            double now = Physics.Secs(ref ball);
            flight.AdvanceFrame(physics, now);
            path.Read(flight);
            cache.Update(path, players, now, found);
            choice.Choose(path, Constants.ReachFull, now, players, found, 0);
            Move moved = mover.MoveBy(world, ref state, new Float3(0.02f, 0, 0.01f), ref config);
            state = moved.State;
            Stick stick = default(Stick);
            stick.VelocityMps = new Double2(0, frame % 50 < 25 ? 1 : 3);
            Place place = controller.Update(1.0 / 60.0, stick);
            controller.SetGoal(index, place, stick, goal);
            matcher.Update(index, 1.0 / 60.0, goal, frame % 50 == 0, filter);
            query.RangesIn(0, ranges);
            query.Holds(0, (uint)frame % 100);
            speed[0] = frame / 100f;
            expression.Evaluate(speed);
        }
        Console.WriteLine("garbage " + (GC.GetAllocatedBytesForCurrentThread() - before));
        before = GC.GetAllocatedBytesForCurrentThread();
        object held = new object();
        Console.WriteLine("counted " + (GC.GetAllocatedBytesForCurrentThread() - before > 0 && held != null));
    }
}
