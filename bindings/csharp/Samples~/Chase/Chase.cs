using System;
using Footwork;
using UnityEngine;

// A ball is kicked; this object runs to where it can first take it, and slides along a wall on its way.
public sealed class Chase : MonoBehaviour
{
    public Transform target;
    public TextAsset tags;

    private readonly Player[] players = new Player[1];
    private readonly Intercept[] found = new Intercept[1];
    private Physics physics;
    private Ball ball;
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
        physics = new Physics(Physics.DefaultPitch());
        ball = Physics.Place(0, new Double3(0, 0.11, 0), new Double3(11, 7, 3), new Double3(0, 20, 0));
        PredictionOptions options = Prediction.DefaultOptions();
        options.KeepsAhead = 1;
        flight = new Prediction(physics, ref ball, ref options);
        path = new FlightPath();
        cache = new InterceptCache(Constants.ReachFull);
        world = new World();
        Volume wall = default(Volume);
        wall.Kind = Constants.VolumeBox;
        wall.HalfM = new Float3(0.5f, 2, 5);
        Pose pose = default(Pose);
        pose.Position = new Double3(4, 1, 0);
        world.Add(wall, pose);
        Body capsule = default(Body);
        capsule.Kind = Constants.BodyCapsule;
        capsule.RadiusM = 0.3f;
        capsule.HeightM = 1.8f;
        mover = new Mover(capsule);
        body.Position = new Double3(0, 0.9, 0);
        config = Mover.DefaultConfig();
        run = new Expression("smoothstep(1, 3, speed)", new[] { "speed" });
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
        physics.Step(ref ball, 4);
        double now = Physics.Secs(ref ball);
        flight.AdvanceFrame(physics, now);
        path.Read(flight);
        players[0] = InterceptSearch.DefaultPlayer(0, body.Position);
        cache.Update(path, players, now, found);
        Double3 to = found[0].CanTake != 0 ? found[0].Position : ball.Position;
        Vector3 way = new Vector3((float)(to.X - body.Position.X), 0, (float)(to.Z - body.Position.Z));
        way = Vector3.ClampMagnitude(way, 6.5f * Time.fixedDeltaTime);
        Move moved = mover.MoveBy(world, ref body, new Float3(way.x, 0, way.z), ref config);
        body = moved.State;
        speed[0] = way.magnitude / Time.fixedDeltaTime;
        float share = run.Evaluate(speed);
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
