// Runs the scripts that the Rust tests make, like the programs of bindings/c/tests/c.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using Footwork;

internal static class Scripts
{
    private static readonly StringBuilder Out = new StringBuilder();

    private static int Main(string[] arguments)
    {
        Library.CheckVersion();
        using (Stream input = Console.OpenStandardInput())
        {
            string script = new StreamReader(input, new UTF8Encoding(false)).ReadToEnd();
            if (arguments[0] == "corpus.c")
            {
                Corpus(script.Split('\n'));
            }
            else
            {
                new Scenes(script.Split(new[] { ' ', '\n' }, StringSplitOptions.RemoveEmptyEntries), Out).Run();
            }
        }
        byte[] text = new UTF8Encoding(false).GetBytes(Out.ToString());
        using (Stream output = Console.OpenStandardOutput())
        {
            output.Write(text, 0, text.Length);
        }
        return 0;
    }

    private static void Corpus(string[] lines)
    {
        Database database = null;
        Expression expression = null;
        string[] variables = new string[0];
        for (int i = 0; i < lines.Length && lines[i].Length > 0; i++)
        {
            int space = lines[i].IndexOf(' ');
            string command = space < 0 ? lines[i] : lines[i].Substring(0, space);
            string rest = space < 0 ? "" : lines[i].Substring(space + 1);
            switch (command)
            {
                case "database":
                    database = Database.Open(rest);
                    break;
                case "query":
                    Said(() =>
                    {
                        using (Query query = new Query(database, rest))
                        {
                            foreach (Footwork.Range range in query.Ranges())
                            {
                                Out.Append(range.Clip + " " + range.Start + " " + range.Stop + "\n");
                            }
                        }
                    });
                    break;
                case "variables":
                    variables = new string[int.Parse(rest)];
                    Array.Copy(lines, i + 1, variables, 0, variables.Length);
                    i += variables.Length;
                    break;
                case "expression":
                    Said(() => expression = new Expression(rest, variables));
                    break;
                case "value":
                    string[] words = rest.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
                    float[] values = Array.ConvertAll(words, Single);
                    Out.Append(BitConverter.ToUInt32(BitConverter.GetBytes(expression.Value(values)), 0).ToString("x8") + "\n");
                    break;
                default:
                    throw new InvalidDataException(command);
            }
        }
    }

    private static float Single(string bits)
    {
        return BitConverter.ToSingle(BitConverter.GetBytes(uint.Parse(bits, NumberStyles.HexNumber)), 0);
    }

    private static void Said(Action run)
    {
        try
        {
            run();
        }
        catch (FootworkException error)
        {
            Out.Append("error " + (int)error.Status + " " + error.Start + ".." + error.Stop + " " + error.Message + "\n");
        }
    }
}

internal sealed class Scenes
{
    private readonly string[] words;
    private readonly StringBuilder to;
    private int next;
    private World world;
    private Mover mover;
    private MoveConfig config;
    private MoverState state;
    private Physics physics;
    private Prediction prediction;
    private readonly PredictionOptions options = PredictionOptions.Default();
    private FlightPath path;

    internal Scenes(string[] words, StringBuilder to)
    {
        this.words = words;
        this.to = to;
    }

    internal void Run()
    {
        Dictionary<string, Action> commands = new Dictionary<string, Action>
        {
            { "slide", Slide }, { "mesh", AddMesh }, { "volume", AddVolume }, { "move", Move },
            { "kick", Kick }, { "reach", Reach }, { "events", Events }, { "network", RunNetwork }, { "match", Match },
            { "act", Act },
        };
        while (next < words.Length)
        {
            commands[words[next++]]();
        }
    }

    private uint Whole()
    {
        return uint.Parse(words[next++]);
    }

    private double Real()
    {
        return BitConverter.Int64BitsToDouble(long.Parse(words[next++], NumberStyles.HexNumber));
    }

    private Double3 Vector()
    {
        double x = Real(), y = Real();
        return new Double3(x, y, Real());
    }

    private Float3 Floats()
    {
        Double3 from = Vector();
        return new Float3((float)from.X, (float)from.Y, (float)from.Z);
    }

    private void Print(params object[] parts)
    {
        for (int i = 0; i < parts.Length; i++)
        {
            to.Append(i == 0 ? "" : " ");
            to.Append(parts[i] is double ? BitConverter.DoubleToInt64Bits((double)parts[i]).ToString("x16") : parts[i].ToString());
        }
        to.Append("\n");
    }

    private void Slide()
    {
        world = new World();
        Body body = default(Body);
        body.Kind = Whole();
        body.HalfM = Floats();
        body.RadiusM = (float)Real();
        body.HeightM = (float)Real();
        Float3 axis = Floats();
        body.Rotation = new Float4(axis.X, axis.Y, axis.Z, (float)Real());
        float[] points = new float[3 * Whole()];
        for (int i = 0; i < points.Length; i++)
        {
            points[i] = (float)Real();
        }
        mover = points.Length == 0 ? new Mover(body) : Mover.FromHull(points);
        config = MoveConfig.Default();
        config.SkinM = (float)Real();
        state = default(MoverState);
        state.Position = Vector();
    }

    private void AddMesh()
    {
        double[] numbers = new double[9 * Whole()];
        for (int i = 0; i < numbers.Length; i++)
        {
            numbers[i] = Real();
        }
        using (Mesh mesh = Mesh.FromTriangles(numbers))
        {
            world.AddMesh(mesh);
        }
    }

    private void AddVolume()
    {
        Volume volume = default(Volume);
        Pose pose = default(Pose);
        volume.Kind = Whole();
        volume.HalfM = Floats();
        volume.RadiusM = (float)Real();
        pose.Position = Vector();
        world.AddVolume(volume, pose);
    }

    private void Move()
    {
        Contact[] contacts = new Contact[256];
        int count;
        Move moved = mover.MoveBy(world, state, Floats(), contacts, out count, config: config);
        state = moved.State;
        List<object> parts = new List<object> { moved.Outcome, state.Footing, count, state.Position.X, state.Position.Y, state.Position.Z };
        for (int i = 0; i < count; i++)
        {
            parts.Add(contacts[i].Point.X);
            parts.Add((double)contacts[i].Normal.Y);
        }
        Print(parts.ToArray());
    }

    private void Kick()
    {
        if (physics == null)
        {
            physics = new Physics(new Statics(Pitch.Default()));
            path = new FlightPath();
        }
        Double3 position = Vector(), velocity = Vector(), spin = Vector();
        Ball ball = Ball.Place(0, position, velocity, spin);
        if (prediction == null)
        {
            prediction = new Prediction(physics, ball, options);
        }
        else
        {
            prediction.Restart(physics, ball);
        }
        prediction.Run(physics);
        path.Read(prediction);
        foreach (FlightEvent it in prediction.Events())
        {
            Print(it.Kind, it.Hit, it.Secs, it.Position.X);
        }
        foreach (Section it in prediction.Sections())
        {
            Print(it.Band, it.ToSecs);
        }
    }

    private void Reach()
    {
        uint model = Whole();
        int count = (int)Whole();
        Player[] players = new Player[count];
        for (int i = 0; i < count; i++)
        {
            players[i] = Player.Default((uint)i, Vector());
            players[i].Team = (uint)i % 2;
            players[i].TopSpeedMps = Real();
            players[i].ReachM = Real();
            players[i].ReactionEndSecs = Real();
        }
        Intercept[] found = new Intercept[count], again = new Intercept[count];
        Candidate[] candidates = new Candidate[count];
        using (InterceptSearch search = new InterceptSearch(model))
        using (InterceptCache cache = new InterceptCache(model))
        using (Choice choice = new Choice())
        using (Control control = new Control())
        {
            search.Run(path, players, 0, found);
            cache.Update(path, players, 0, again);
            for (int i = 0; i < count; i++)
            {
                Window[] windows = search.Windows((uint)i);
                List<object> parts = new List<object> { found[i].CanTake, found[i].IsKnown, found[i].Kind, windows.Length };
                parts.AddRange(new object[] { found[i].Secs, again[i].Secs, found[i].Difficulty });
                foreach (Window window in windows)
                {
                    parts.Add(window.ToSecs);
                }
                Print(parts.ToArray());
            }
            ChoiceInput input = new ChoiceInput { Model = model, Path = path, Players = players, Intercepts = found };
            uint chosen = choice.Choose(input);
            for (int i = 0; i < count; i++)
            {
                candidates[i] = choice.Candidate(players[i].Team, found[i]);
            }
            Human human = default(Human);
            human.Player = Constants.None;
            human.Mode = Constants.ModeAutomatic;
            Situation situation = new Situation { Candidates = candidates, Humans = new[] { human }, TouchedBy = Constants.None };
            Assignment[] given = control.Decide(situation);
            Print(chosen, given[0].Player, given[0].Reason);
        }
    }

    private void Events()
    {
        double[] times = new double[Whole()];
        float[] rows = new float[2 * Whole()];
        for (int i = 0; i < times.Length; i++)
        {
            times[i] = Real();
        }
        Rate rate = default(Rate);
        rate.Numerator = 60;
        rate.Denominator = 1;
        using (Tracks tracks = new Tracks())
        {
            tracks.Add(times);
            Footwork.Encoding encoding = tracks.Encoding(rate);
            tracks.Encode(encoding, rate, rows);
            using (Trigger trigger = new Trigger(encoding))
            {
                for (int i = 0; i < rows.Length; i += 2)
                {
                    Passing passing = trigger.Advance(rows[i], rows[i + 1], 1.0 / 60.0);
                    List<object> parts = new List<object> { "", (double)rows[i] };
                    if (passing.Fired != 0)
                    {
                        parts.Add(passing.FiredAgoSecs);
                    }
                    Print(parts.ToArray());
                }
            }
            List<object> all = new List<object> { "" };
            foreach (double time in encoding.DecodeAll(rows, rate))
            {
                all.Add(time);
            }
            Print(all.ToArray());
        }
    }

    private void RunNetwork()
    {
        using (Network network = new Network(File.ReadAllBytes(words[next++]), leadSecs: 1.0 / 30.0))
        {
            network.SetSkeleton(
                new[] { "Hips", "LeftLeg", "RightLeg" }, new[] { Constants.None, 0u, 0u },
                new float[] { 0, 0, 0, 0.125f, -0.0625f, 0, -0.125f, -0.0625f, 0 },
                new[] { "hips", "left_upper_leg", "right_upper_leg" }, 0, false);
            NetworkInfo info = network.Info;
            uint[] inputs = network.Inputs(), outputs = network.Outputs();
            Print(info.Rate.Numerator, info.Frames, inputs.Length, outputs.Length, info.Columns, info.Events, info.Tags);
            string first = network.ColumnName(inputs[0]), last = network.ColumnName(outputs[outputs.Length - 1]);
            Print(first, last, network.EventName(0), network.TagName(0), network.Event("Clap"), network.Tag("Gait.Walk"));
            PlayNetwork(network, Whole());
            List<object> row = new List<object> { "" };
            foreach (float value in network.Row())
            {
                row.Add((double)value);
            }
            float[] ones = new float[inputs.Length], scaled = new float[inputs.Length];
            for (int i = 0; i < ones.Length; i++)
            {
                ones[i] = 1;
            }
            network.Scale(ones, scaled);
            row.Add((double)scaled[0]);
            Print(row.ToArray());
            network.Restart();
        }
    }

    private void PlayNetwork(Network network, uint frames)
    {
        float[] rotations = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 }, given = new float[4], returned = new float[4];
        double previous = -1;
        for (uint frame = 0; frame < frames; frame++)
        {
            Double3 position = Vector();
            rotations[1] = rotations[8] = (float)Real();
            given[3] = (float)Real();
            for (int i = 0; i < returned.Length; i++)
            {
                returned[i] = (float)Real();
            }
            List<object> window = new List<object> { "" };
            if (network.PushPose(position, rotations, new float[0], given))
            {
                foreach (float value in network.Window())
                {
                    window.Add((double)value);
                }
            }
            Print(window.ToArray());
            network.Push(returned);
            double now = frame / 30.0 + 0.015625, at = network.Coming(0, now, 0.25);
            List<object> heard = new List<object> { network.Holds(0) ? 1 : 0, network.NextFrameSecs, double.IsNaN(at) ? -1.0 : at };
            for (uint kind = 0; kind < 2; kind++)
            {
                foreach (double time in network.Passed(kind, previous, now))
                {
                    heard.Add(time);
                }
            }
            Print(heard.ToArray());
            previous = now;
        }
    }

    private void Match()
    {
        PoseIndex index = new PoseIndex(File.ReadAllBytes(words[next++]));
        Database database = new Database(File.ReadAllBytes(words[next++]));
        PoseFilter filter = PoseFilter.FromQuery(index, new Query(database, "Gait.Walk"), Constants.TwinsBoth);
        Print(filter.Count);
        Goal goal = new Goal(index);
        Matcher matcher = new Matcher(default(PoseId));
        Controller controller = new Controller(default(Place));
        for (int i = 0; i < 240; i++)
        {
            Stick stick = default(Stick);
            stick.VelocityMps = new Double2(0, i % 50 < 25 ? 1 : 3);
            Place place = controller.Update(1.0 / 60.0, stick);
            controller.SetGoal(index, place, stick, goal);
            SearchOptions options = new SearchOptions { Filter = i < 120 ? null : filter };
            Step step = matcher.Update(index, 1.0 / 60.0, goal, i % 50 == 0, options);
            Print(step.Kind, step.Pose.Clip, step.Pose.Frame, step.Trigger, step.Part, (double)step.Cost);
        }
    }

    private static ulong Hash(ulong hash, uint word)
    {
        return unchecked((hash ^ word) * 0x100000001b3UL);
    }

    private static ulong Hash(float[] numbers)
    {
        ulong hash = 0xcbf29ce484222325UL;
        foreach (float number in numbers)
        {
            hash = Hash(hash, BitConverter.ToUInt32(BitConverter.GetBytes(number), 0));
        }
        return hash;
    }

    private static void AddBox(World world, Double3 at, Float3 half)
    {
        Volume volume = default(Volume);
        volume.Kind = Constants.VolumeBox;
        volume.HalfM = half;
        Pose pose = default(Pose);
        pose.Position = at;
        world.AddVolume(volume, pose);
    }

    private Repertoire repertoire;
    private Character character;
    private PoseFilter allowed;
    private Bias bias;
    private ulong tagsStamp;
    private Surroundings around;
    private byte[] saved;
    private float[] transforms;

    private int BeginAct()
    {
        repertoire = new Repertoire(File.ReadAllBytes(words[next++]));
        Database database = new Database(File.ReadAllBytes(words[next++]));
        saved = File.ReadAllBytes(words[next++]);
        PoseIndex index = PoseIndex.FromRepertoire(repertoire);
        allowed = PoseFilter.ForLanding(index, new Query(database, "Gait & !Kick"), 0.25);
        int joints = (int)repertoire.Info.Joints;
        Print(joints, allowed.Count);
        string message = "";
        try
        {
            repertoire.FindJoint("left_foot");
        }
        catch (FootworkException error)
        {
            message = error.Message;
        }
        Print(repertoire.FindJoint("LeftFoot"), message);
        bias = new Bias(index);
        bias.AddCost(PoseFilter.ForLanding(index, new Query(database, "Gait.Run"), 0.25), 0.5f);
        bias.AddStay(PoseFilter.ForLanding(index, new Query(database, "Gait.Walk"), 0.25), 0.25f);
        tagsStamp = database.ContentStamp;
        World obstacles = new World();
        AddBox(obstacles, new Double3(0, -0.5, 0), new Float3(50, 0.5f, 50));
        AddBox(obstacles, new Double3(0, 2, 4.5), new Float3(5, 2, 0.5f));
        Body body = default(Body);
        body.Kind = Constants.BodyCapsule;
        body.RadiusM = 0.3f;
        body.HeightM = 1.8f;
        around = new Surroundings(obstacles, new Mover(body));
        Placement at = default(Placement);
        at.HeadingRad = 0.5;
        character = new Character(repertoire, placement: at);
        transforms = new float[7 * joints];
        return joints;
    }

    private void TakeOver()
    {
        int joints = transforms.Length / 7;
        float[] rotations = new float[4 * joints], spins = new float[3 * joints];
        for (int i = 0; i < joints; i++)
        {
            Array.Copy(transforms, 7 * i, rotations, 4 * i, 4);
            spins[3 * i] = spins[3 * i + 1] = spins[3 * i + 2] = 0.125f;
        }
        Placement moved = character.Root;
        moved.PositionM.X += 1;
        Motion motion = new Motion
        {
            HipsM = new Float3(transforms[4], transforms[5], transforms[6]),
            HipsMps = new Float3(0, 0, 0.5f),
            RootVelocity = new Float3(0, 1, 0),
            Rotations = rotations,
            SpinsRadps = spins,
        };
        character.TakeOver(motion, moved, new SearchOptions { Filter = allowed });
    }

    // Moves, saves, restores or changes the character before certain frames.
    private void ActEvent(int frame)
    {
        switch (frame)
        {
            case 120:
                Placement there = default(Placement);
                there.PositionM = new Double3(10, 0, -2);
                there.HeadingRad = 1.25;
                character.Teleport(there);
                break;
            case 130:
                RecordConfig config = RecordConfig.Default();
                config.Frames = 100;
                config.Searches = 20;
                config.TagsStamp = tagsStamp;
                character.Record(config);
                break;
            case 200:
                around = new Surroundings
                {
                    Reach = (from, way) => new Double2(from.X + way.X > 12 ? 0 : way.X, way.Y),
                    Ground = point => new Ground { HeightM = 0.125 * point.X, Normal = new Float3(0, 1, 0) },
                };
                break;
            case 220:
                TakeOver();
                break;
            case 240:
                PrintBytes(character.Save());
                break;
            case 260:
                character.SetDetail(2, 0.25f, 3);
                break;
            case 265:
                character.SetDetail(1, 0.125f, 0);
                break;
            case 270:
                character.Restore(saved);
                break;
            case 290:
                PrintBytes(character.Recording());
                character.StopRecording();
                break;
        }
    }

    private void PrintBytes(byte[] bytes)
    {
        ulong hash = 0xcbf29ce484222325UL;
        foreach (byte part in bytes)
        {
            hash = Hash(hash, part);
        }
        Print(bytes.Length, hash.ToString("x16"));
    }

    private Step ActFrame(int frame)
    {
        Double2[] sticks = { new Double2(0, 3.5), new Double2(1, 3.5), new Double2(2, 0), new Double2(0, 0), new Double2(-1, 1) };
        SearchOptions search = new SearchOptions { Filter = allowed, Bias = frame % 90 >= 45 ? bias : null };
        if (frame < 280)
        {
            Stick stick = default(Stick);
            stick.VelocityMps = sticks[frame / 60];
            stick.HasHeading = frame % 100 > 80 ? 1u : 0;
            stick.HeadingRad = 0.75;
            return character.Update(1.0 / 60.0, stick, search, around);
        }
        Double3 from = character.Root.PositionM;
        Waypoint[] way = new Waypoint[2];
        way[0].Secs = 1;
        way[0].Place.PositionM = new Double2(from.X + 1, from.Z + 1);
        way[0].Place.HeadingRad = 0.5;
        way[1].Secs = 2;
        way[1].Place.PositionM = new Double2(from.X + 1, from.Z + 3);
        return character.Follow(1.0 / 60.0, way, search, around);
    }

    private void Act()
    {
        int joints = BeginAct();
        byte[] mask = new byte[joints];
        for (int i = 0; i < joints; i += 2)
        {
            mask[i] = 1;
        }
        float[] decoded = new float[7 * joints], world = new float[7 * joints];
        for (int frame = 0; frame < 300; frame++)
        {
            ActEvent(frame);
            Step step = ActFrame(frame);
            character.Pose(frame % 2 == 1 ? mask : ReadOnlySpan<byte>.Empty, transforms);
            repertoire.Decode(step.Pose, 0.5f, decoded);
            Placement root = character.Root;
            Double3 position = root.PositionM;
            character.PoseIn(Constants.SpaceWorld, world);
            List<object> parts = new List<object>
            {
                step.Kind, step.Pose.Clip, step.Pose.Frame, character.IsResting ? 1 : 0, Hash(transforms).ToString("x16"),
                Hash(decoded).ToString("x16"), Hash(world).ToString("x16"), position.X, position.Y, position.Z, root.HeadingRad,
            };
            foreach (Footstep foot in character.Footsteps())
            {
                Double3 at = foot.PositionM;
                parts.AddRange(new object[] { (double)foot.Foot, at.X, at.Y, at.Z, (double)foot.SpeedMps });
            }
            Print(parts.ToArray());
        }
        character.PlantFeet(transforms);
        foreach (float number in transforms)
        {
            to.Append(BitConverter.ToUInt32(BitConverter.GetBytes(number), 0).ToString("x8") + " ");
        }
        to.Append("\n");
    }
}
