// Tests of everything in the package except its results: layouts, errors, and frames that allocate nothing.
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
        if (arguments[0] == "allocator")
        {
            Allocator();
            return 0;
        }
        if (arguments[0] == "functions")
        {
            Functions();
            return 0;
        }
        if (arguments[0] == "layouts")
        {
            Layouts();
            return 0;
        }
        Mistakes();
        Frames(File.ReadAllBytes(arguments[1]), File.ReadAllBytes(arguments[2]));
        return 0;
    }

    // Every struct with its size and field offsets, in the format of the C program.
    private static void Layouts()
    {
        foreach (Type type in typeof(Library).Assembly.GetTypes())
        {
            if (!type.IsValueType || type.IsEnum || type.Namespace != "Footwork")
            {
                continue;
            }
            Console.WriteLine(type.Name + " " + Marshal.SizeOf(type));
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
            {
                Console.WriteLine(type.Name + "." + field.Name + " " + Marshal.OffsetOf(type, field.Name));
            }
        }
    }

    // The allocator can be set once, and all memory then comes from its functions.
    private static void Allocator()
    {
        long taken = 0, freed = 0;
        Allocate allocate = (size, alignment) =>
        {
            taken += (long)size;
            long step = Math.Max((long)alignment, IntPtr.Size);
            IntPtr block = Marshal.AllocHGlobal(new IntPtr((long)size + step + IntPtr.Size));
            long at = ((long)block + IntPtr.Size + step - 1) & -step;
            Marshal.WriteIntPtr(new IntPtr(at - IntPtr.Size), block);
            return new IntPtr(at);
        };
        Free free = (block, size, alignment) =>
        {
            freed += (long)size;
            Marshal.FreeHGlobal(Marshal.ReadIntPtr(new IntPtr((long)block - IntPtr.Size)));
        };
        Library.SetAllocator(allocate, free);
        using (Expression expression = new Expression("x * 2", "x"))
        {
            Console.WriteLine(expression.Value(new float[] { 21 }) + " " + (taken > 100));
        }
        Console.WriteLine(freed > 100);
        Wrong(Status.Busy, 0, 0, null, () => Library.SetAllocator(allocate, free));
    }

    // Every declared function, after checking that the library has it.
    private static void Functions()
    {
        Type native = typeof(Library).Assembly.GetType("Footwork.Native");
        foreach (MethodInfo method in native.GetMethods(BindingFlags.Static | BindingFlags.Public))
        {
            Marshal.Prelink(method);
            Console.WriteLine(method.Name);
        }
    }

    private static void Mistakes()
    {
        Callbacks();
        Arrays();
        Wrong(Status.BadText, 0, 9, "unknown function `smoothstp`, did you mean `smoothstep`?", () => new Expression("smoothstp(1, 3, x)", "x"));
        Wrong(Status.BadData, 0, 0, null, () => new Database(new byte[] { 1, 2, 3 }));
        Wrong(Status.Io, 0, 0, null, () => Database.Open("/nowhere"));
        Wrong(Status.BadData, 0, 0, "neither an ONNX file nor the JSON of a specification", () => new Network(new byte[] { 1, 2, 3 }));
        Expression disposed = new Expression("x", "x");
        disposed.Dispose();
        Wrong(Status.StaleHandle, 0, 0, null, () => disposed.Value(new float[1]));
        Wrong(Status.BadSize, 0, 0, null, () => new Expression("x + y", new[] { "x", "y" }).Value(new float[1]));
        Console.WriteLine("mistakes ok");
    }

    // A C# filter decides which obstacles count, and its exceptions reach the caller.
    private static void Callbacks()
    {
        using (World world = new World())
        using (Mover mover = new Mover(new Body { Kind = Constants.BodySphere, RadiusM = 0.5f }))
        {
            Pose pose = new Pose { Position = new Double3(2, 0, 0) };
            ulong wall = world.AddVolume(new Volume { HalfM = new Float3(0.5f, 5, 5) }, pose, new Label { Tag = 7, Layers = 1 });
            ObstacleFilter filter = new ObstacleFilter();
            uint blocked = mover.MoveBy(world, default(MoverState), new Float3(3, 0, 0), filter).Outcome;
            filter.Accept = (obstacle, label) => obstacle == wall && label.Tag != 7;
            uint free = mover.MoveBy(world, default(MoverState), new Float3(3, 0, 0), filter).Outcome;
            filter.Accept = null;
            filter.AcceptContact = approach => approach.Normal.X > 0;
            uint passed = mover.MoveBy(world, default(MoverState), new Float3(3, 0, 0), filter).Outcome;
            if (blocked == Constants.MovedFree || free != Constants.MovedFree || passed != Constants.MovedFree)
            {
                Console.WriteLine("wrong: " + blocked + " " + free + " " + passed);
            }
            filter.AcceptContact = approach => { throw new InvalidOperationException("mine"); };
            try
            {
                mover.MoveBy(world, default(MoverState), new Float3(3, 0, 0), filter);
                Console.WriteLine("the exception of the filter was lost");
            }
            catch (InvalidOperationException)
            {
            }
            // The mover is free again.
            mover.MoveBy(world, default(MoverState), new Float3(0, 1, 0));
        }
    }

    // Arrays as arguments: several expressions at once, their inputs, and the numbers of a pose.
    private static void Arrays()
    {
        using (Expression both = new Expression(new[] { "x + y", "x * y" }, new[] { "x", "y" }))
        {
            float[] sums = new float[2], products = new float[2];
            both.Block(new Input[] { new float[] { 1, 2 }, 3f }, sums, products);
            if (sums[1] != 5 || products[1] != 6)
            {
                Console.WriteLine("wrong: " + sums[1] + " " + products[1]);
            }
        }
        float[] rotations = { 0, 0, 0, 1 }, still = new float[3], shownRotations = new float[4], shownSpins = new float[3];
        Motion plays = new Motion { HipsM = new Float3(0, 1, 0), Rotations = rotations, SpinsRadps = still };
        Motion shown = new Motion { Rotations = shownRotations, SpinsRadps = shownSpins };
        using (Blend blend = new Blend())
        {
            blend.Apply(plays, ref shown);
            if (shown.HipsM.Y != 1 || shownRotations[3] != 1 || blend.Advance(0.1))
            {
                Console.WriteLine("wrong: " + shown.HipsM.Y + " " + shownRotations[3]);
            }
        }
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
        Console.WriteLine("no exception instead of " + status);
    }

    // The loop of a game, and its allocations once warm.
    private static void Frames(byte[] tags, byte[] poses)
    {
        Query query = new Query(new Database(tags), "Gait.Walk");
        Expression expression = new Expression("smoothstep(1, 3, speed)", "speed");
        PoseIndex index = new PoseIndex(poses);
        PoseFilter walks = PoseFilter.FromQuery(index, query, Constants.TwinsBoth);
        Goal goal = new Goal(index);
        Matcher matcher = new Matcher(default(PoseId));
        Controller controller = new Controller(default(Place));
        Physics physics = new Physics(new Statics(Pitch.Default()));
        Ball ball = Ball.Place(0, new Double3(0, 1, 0), new Double3(9, 7, 2), new Double3(0, 20, 0));
        PredictionOptions options = PredictionOptions.Default();
        options.KeepsAhead = 1;
        Prediction flight = new Prediction(physics, ball, options);
        FlightPath path = new FlightPath();
        InterceptCache cache = new InterceptCache(Constants.ReachFull);
        Choice choice = new Choice();
        World world = new World();
        Volume wall = default(Volume);
        wall.HalfM = new Float3(1, 2, 5);
        Pose pose = default(Pose);
        pose.Position = new Double3(3, 1, 0);
        world.AddVolume(wall, pose);
        Body body = default(Body);
        body.Kind = Constants.BodyCapsule;
        body.RadiusM = 0.3f;
        body.HeightM = 1.8f;
        Mover mover = new Mover(body);
        ObstacleFilter filter = new ObstacleFilter { Accept = (obstacle, label) => label.Tag != 7 };
        MoverState state = default(MoverState);
        MoveConfig config = MoveConfig.Default();
        Player[] players = new Player[8];
        Intercept[] found = new Intercept[players.Length];
        for (int i = 0; i < players.Length; i++)
        {
            players[i] = Player.Default((uint)i, new Double3(3 * i, 0, i - 4));
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
            double now = ball.Secs;
            flight.AdvanceFrame(physics, now);
            path.Read(flight);
            cache.Update(path, players, now, found);
            choice.Choose(new ChoiceInput { Model = Constants.ReachFull, Path = path, NowSecs = now, Players = players, Intercepts = found });
            Move moved = mover.MoveBy(world, state, new Float3(0.02f, 0, 0.01f), filter, config);
            state = moved.State;
            Stick stick = default(Stick);
            stick.VelocityMps = new Double2(0, frame % 50 < 25 ? 1 : 3);
            Place place = controller.Update(1.0 / 60.0, stick);
            controller.SetGoal(index, place, stick, goal);
            matcher.Update(index, 1.0 / 60.0, goal, frame % 50 == 0, new SearchOptions { Filter = walks });
            query.RangesIn(0, ranges);
            query.Holds(0, (uint)frame % 100);
            speed[0] = frame / 100f;
            expression.Value(speed);
        }
        Console.WriteLine("garbage " + (GC.GetAllocatedBytesForCurrentThread() - before));
        before = GC.GetAllocatedBytesForCurrentThread();
        object held = new object();
        Console.WriteLine("counted " + (GC.GetAllocatedBytesForCurrentThread() - before > 0 && held != null));
    }
}
