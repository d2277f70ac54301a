// The ball: where it flies, and who can reach it.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>How a ball moves among what it bounces off. Any number of threads may use one.</summary>
    public sealed unsafe class Physics : FootworkObject
    {
        /// <summary>A football on a pitch.</summary>
        public Physics(Pitch pitch)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong statics, made;
            Call.Check(Native.fw_statics_create(&pitch, &statics, &error), &error);
            Status status = Native.fw_physics_create(null, statics, &made, &error);
            Native.fw_statics_destroy(statics, null);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>The pitch unless it is said otherwise.</summary>
        public static Pitch DefaultPitch()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Pitch pitch = default(Pitch);
            pitch.Size = (uint)sizeof(Pitch);
            Call.Check(Native.fw_pitch_default(&pitch, &error), &error);
            return pitch;
        }

        /// <summary>Places a ball at the step nearest to a time.</summary>
        public static Ball Place(double nowSecs, Double3 position, Double3 velocity, Double3 spin)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Ball ball;
            Status status = Native.fw_ball_place(
                nowSecs, (double*)&position, (double*)&velocity, (double*)&spin, &ball, &error);
            Call.Check(status, &error);
            return ball;
        }

        /// <summary>Gives a ball another velocity and spin.</summary>
        public static void Kick(ref Ball ball, Double3 velocity, Double3 spin)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            fixed (Ball* it = &ball)
            {
                Call.Check(Native.fw_ball_kick(it, (double*)&velocity, (double*)&spin, &error), &error);
            }
        }

        /// <summary>The time of a ball.</summary>
        public static double Secs(ref Ball ball)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            double secs;
            fixed (Ball* it = &ball)
            {
                Call.Check(Native.fw_ball_secs(it, &secs, &error), &error);
            }
            return secs;
        }

        /// <summary>Moves a ball by steps of 1/240 s.</summary>
        public void Step(ref Ball ball, uint steps)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            fixed (Ball* it = &ball)
            {
                Call.Check(Native.fw_physics_step(Value, it, steps, null, UIntPtr.Zero, null, &error), &error, this);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_physics_destroy(made, null);
        }
    }

    /// <summary>The flight of a ball.</summary>
    public sealed unsafe class Prediction : FootworkObject
    {
        /// <summary>Starts to predict a ball.</summary>
        public Prediction(Physics physics, ref Ball ball, ref PredictionOptions options)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            fixed (Ball* it = &ball)
            fixed (PredictionOptions* by = &options)
            {
                Call.Check(Native.fw_prediction_create(physics.Value, it, by, &made, &error), &error, physics);
            }
            Own(made);
        }

        /// <summary>How to predict unless it is said otherwise.</summary>
        public static PredictionOptions DefaultOptions()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            PredictionOptions options = default(PredictionOptions);
            options.Size = (uint)sizeof(PredictionOptions);
            Call.Check(Native.fw_prediction_options_default(&options, &error), &error);
            return options;
        }

        /// <summary>Starts again from another ball; keeps its memory.</summary>
        public void Restart(Physics physics, ref Ball ball)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            fixed (Ball* it = &ball)
            {
                Call.Check(Native.fw_prediction_restart(Value, physics.Value, it, &error), &error, this, physics);
            }
        }

        /// <summary>Advances by a frame; call it once per frame, whatever happened. Forgets what is before a time, extends a prediction that keeps
        /// ahead, and predicts so much that a whole horizon takes the Frames of its options.</summary>
        public void AdvanceFrame(Physics physics, double nowSecs)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_prediction_advance_frame(Value, physics.Value, nowSecs, &error), &error, this, physics);
        }

        /// <summary>Forgets what is before a time, and extends a prediction that keeps ahead.</summary>
        public void Advance(double nowSecs)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_prediction_advance(Value, nowSecs, &error), &error, this);
        }

        /// <summary>Predicts that many steps of 1/240 s, or all that are left.</summary>
        public void Run(Physics physics, uint steps = Constants.None)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_prediction_run(Value, physics.Value, steps, &error), &error, this, physics);
        }

        /// <summary>Where the ball will be; false for a time that is past or not predicted yet.</summary>
        public bool TryPosition(double secs, out Double3 position)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            byte known;
            Double3 at = default(Double3);
            Call.Check(Native.fw_prediction_position_at(Value, secs, (double*)&at, &known, &error), &error, this);
            position = at;
            return known != 0;
        }

        /// <summary>Writes the bounces and rolls, and last the end; returns how many there are.</summary>
        public int Events(Span<FlightEvent> events)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (FlightEvent* to = &MemoryMarshal.GetReference(events))
            {
                Status status = Native.fw_prediction_events(Value, to, (UIntPtr)events.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        /// <summary>Writes the flight in sections by height; returns how many there are.</summary>
        public int Sections(Span<Section> sections)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (Section* to = &MemoryMarshal.GetReference(sections))
            {
                Status status = Native.fw_prediction_sections(Value, null, to, (UIntPtr)sections.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_prediction_destroy(made, null);
        }
    }

    /// <summary>The flight of a ball as lines, which searches read.</summary>
    public sealed unsafe class FlightPath : FootworkObject
    {
        /// <summary>Empty.</summary>
        public FlightPath()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_path_create(&made, &error), &error);
            Own(made);
        }

        /// <summary>Reads what a prediction knows by now.</summary>
        public void Read(Prediction prediction)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_path_read(Value, prediction.Value, &error), &error, this, prediction);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_path_destroy(made, null);
        }
    }

    /// <summary>A search for all windows of all players.</summary>
    public sealed unsafe class InterceptSearch : FootworkObject
    {
        /// <summary>By a model, Constants.ReachSimple or Constants.ReachFull.</summary>
        public InterceptSearch(uint model)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_search_create(model, &made, &error), &error);
            Own(made);
        }

        /// <summary>A player at a place, as an average one.</summary>
        public static Player DefaultPlayer(uint id, Double3 position)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Player player;
            Call.Check(Native.fw_player_default(id, (double*)&position, &player, &error), &error);
            return player;
        }

        /// <summary>Writes when and how each player can first take the ball.</summary>
        public void Run(FlightPath path, ReadOnlySpan<Player> players, double nowSecs, Span<Intercept> intercepts)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (Player* from = &MemoryMarshal.GetReference(players))
            fixed (Intercept* to = &MemoryMarshal.GetReference(intercepts))
            {
                Status status = Native.fw_search_run(
                    Value, path.Value, from, (UIntPtr)players.Length, nowSecs, to, (UIntPtr)intercepts.Length, &count, &error);
                Call.Check(status, &error, this, path);
            }
        }

        /// <summary>Writes the times in which a player of the last run can take the ball; returns how many there are.</summary>
        public int Windows(int index, Span<Window> windows)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (Window* to = &MemoryMarshal.GetReference(windows))
            {
                Status status = Native.fw_search_windows(Value, (UIntPtr)index, to, (UIntPtr)windows.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_search_destroy(made, null);
        }
    }

    /// <summary>First intercepts from frame to frame, mostly without a search.</summary>
    public sealed unsafe class InterceptCache : FootworkObject
    {
        /// <summary>By a model, Constants.ReachSimple or Constants.ReachFull.</summary>
        public InterceptCache(uint model)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_intercept_cache_create(model, &made, &error), &error);
            Own(made);
        }

        /// <summary>Writes what InterceptSearch.Run does, to the bit. Players keep their places in the list.</summary>
        public void Update(FlightPath path, ReadOnlySpan<Player> players, double nowSecs, Span<Intercept> intercepts)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (Player* from = &MemoryMarshal.GetReference(players))
            fixed (Intercept* to = &MemoryMarshal.GetReference(intercepts))
            {
                Status status = Native.fw_intercept_cache_update(
                    Value, path.Value, from, (UIntPtr)players.Length, nowSecs, to, (UIntPtr)intercepts.Length, &count, &error);
                Call.Check(status, &error, this, path);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_intercept_cache_destroy(made, null);
        }
    }
}
