using System;
using Footwork;
using UnityEngine;
using Physics = Footwork.Physics;
using Pose = Footwork.Pose;

// This object runs to the place where it can first take a kicked ball, and slides along a wall on the way.
public sealed class Chase : MonoBehaviour
{
    public Transform target;
    public TextAsset tags;

    private readonly Player[] players = new Player[1];
    private readonly Intercept[] found = new Intercept[1];
    private Physics physics;
    private Ball ball;
    private double secs;
    private Prediction flight;
    private FlightPath path;
    private InterceptCache cache;
    private World world;
    private Mover mover;
    private MoverState body;
    private MoveConfig config;
    private Expression run;
    private readonly float[] speed = new float[1];

    private void Start()
    {
        Library.CheckVersion();
        using (Statics pitch = new Statics(Pitch.Default()))
        {
            physics = new Physics(pitch);
        }
        ball = Ball.Place(0, new Double3(0, 0.11, 0), new Double3(11, 7, 3), new Double3(0, 20, 0));
        PredictionOptions options = PredictionOptions.Default();
        options.KeepsAhead = 1;
        flight = new Prediction(physics, ball, options);
        path = new FlightPath();
        cache = new InterceptCache(Constants.ReachFull);
        world = new World();
        Volume wall = default(Volume);
        wall.Kind = Constants.VolumeBox;
        wall.HalfM = new Float3(0.5f, 2, 5);
        Pose pose = default(Pose);
        pose.Position = new Double3(4, 1, 0);
        world.AddVolume(wall, pose);
        Body capsule = default(Body);
        capsule.Kind = Constants.BodyCapsule;
        capsule.RadiusM = 0.3f;
        capsule.HeightM = 1.8f;
        mover = new Mover(capsule);
        body.Position = new Double3(0, 0.9, 0);
        config = MoveConfig.Default();
        run = new Expression("smoothstep(1, 3, speed)", "speed");
        if (tags != null)
        {
            using (Database database = new Database(tags.bytes))
            using (Query walks = new Query(database, "Gait.Walk & !Direction.Turn"))
            {
                Debug.Log(walks.Ranges(Span<Footwork.Range>.Empty) + " ranges of walking straight");
            }
        }
    }

    // Nothing in here makes garbage.
    private void FixedUpdate()
    {
        // Steps are 1/240 s long. Take the number of steps that brings the ball nearest to the present.
        secs += Time.fixedDeltaTime;
        physics.Step(ref ball, (uint)Math.Max(0, Math.Round((secs - ball.Secs) * 240)));
        double now = ball.Secs;
        flight.AdvanceFrame(physics, now);
        path.Read(flight);
        players[0] = Player.Default(0, body.Position);
        cache.Update(path, players, now, found);
        Double3 to = found[0].CanTake != 0 ? found[0].Position : ball.Position;
        Vector3 way = new Vector3((float)(to.X - body.Position.X), 0, (float)(to.Z - body.Position.Z));
        way = Vector3.ClampMagnitude(way, 6.5f * Time.fixedDeltaTime);
        Move moved = mover.MoveBy(world, body, new Float3(way.x, 0, way.z), config: config);
        body = moved.State;
        speed[0] = way.magnitude / Time.fixedDeltaTime;
        float share = run.Value(speed);
        transform.position = new Vector3((float)body.Position.X, (float)body.Position.Y + 0.05f * share, (float)body.Position.Z);
        target.position = new Vector3((float)ball.Position.X, (float)ball.Position.Y, (float)ball.Position.Z);
    }

    private void OnDestroy()
    {
        foreach (IDisposable it in new IDisposable[] { physics, flight, path, cache, world, mover, run })
        {
            it.Dispose();
        }
    }
}
