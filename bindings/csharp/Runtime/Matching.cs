// Motion matching: the nearest poses that a query allows.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>An index of poses. Any number of threads may use one.</summary>
    public sealed unsafe class PoseIndex : FootworkObject
    {
        /// <summary>Reads an index from memory, and keeps a copy.</summary>
        public PoseIndex(ReadOnlySpan<byte> bytes)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            fixed (byte* from = &MemoryMarshal.GetReference(bytes))
            {
                Call.Check(Native.fw_index_from_bytes(from, (UIntPtr)bytes.Length, 0, &made, &error), &error);
            }
            Own(made);
        }

        /// <summary>What it holds.</summary>
        public IndexInfo Info()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            IndexInfo info;
            Call.Check(Native.fw_index_get_info(Value, &info, &error), &error, this);
            return info;
        }

        /// <summary>Writes the poses nearest to a goal, the best first, as many as there is room for; returns how many.</summary>
        public int Search(ReadOnlySpan<float> goal, PoseFilter filter, Span<Match> matches)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fw_search_options options = default(fw_search_options);
            options.Size = (uint)sizeof(fw_search_options);
            options.Filter = filter == null ? 0 : filter.Value;
            fixed (float* from = &MemoryMarshal.GetReference(goal))
            fixed (Match* to = &MemoryMarshal.GetReference(matches))
            {
                Status status = Native.fw_index_search(
                    Value, from, (UIntPtr)goal.Length, &options, to, (UIntPtr)matches.Length, &count, &error);
                Call.Check(status, &error, this, filter);
            }
            return (int)count;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_index_destroy(made, null);
        }
    }

    /// <summary>The poses that may be found. Any number of threads may use one.</summary>
    public sealed unsafe class PoseFilter : FootworkObject
    {
        /// <summary>What a query finds, in the clips of the same names; twins is one of Constants.Twins….</summary>
        public PoseFilter(PoseIndex index, Query query, uint twins)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Status status = Native.fw_pose_filter_from_query(index.Value, query.Value, twins, &made, &error);
            Call.Check(status, &error, index, query);
            Own(made);
        }

        /// <summary>How many poses it allows.</summary>
        public ulong Count()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong poses;
            Call.Check(Native.fw_pose_filter_count(Value, &poses, &error), &error, this);
            return poses;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_pose_filter_destroy(made, null);
        }
    }

    /// <summary>What a character should do next, as far as it is set.</summary>
    public sealed unsafe class Goal : FootworkObject
    {
        /// <summary>With nothing set: to go on as now.</summary>
        public Goal(PoseIndex index)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_goal_create(index.Value, &made, &error), &error, index);
            Own(made);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_goal_destroy(made, null);
        }
    }

    /// <summary>Which pose of a character plays, and when another does.</summary>
    public sealed unsafe class Matcher : FootworkObject
    {
        /// <summary>Plays from a pose, by the rules unless it is said otherwise.</summary>
        public Matcher(PoseId start)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_matcher_create(null, &start, &made, &error), &error);
            Own(made);
        }

        /// <summary>Plays on and then decides; inputChanged makes it look at once. Without a filter all poses are allowed.</summary>
        public Step Update(PoseIndex index, double dtSecs, Goal goal, bool inputChanged, PoseFilter filter)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Step step;
            fw_search_options options = default(fw_search_options);
            options.Size = (uint)sizeof(fw_search_options);
            options.Filter = filter == null ? 0 : filter.Value;
            Status status = Native.fw_matcher_update(
                Value, index.Value, dtSecs, goal.Value, (byte)(inputChanged ? 1 : 0), &options, &step, &error);
            Call.Check(status, &error, this, index, goal);
            GC.KeepAlive(filter);
            return step;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_matcher_destroy(made, null);
        }
    }

    /// <summary>From a stick to the trajectory of a goal.</summary>
    public sealed unsafe class Controller : FootworkObject
    {
        /// <summary>At a place.</summary>
        public Controller(Place place)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_controller_create(null, &place, &made, &error), &error);
            Own(made);
        }

        /// <summary>Moves on; returns where it is.</summary>
        public Place Update(double dtSecs, Stick stick)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Place place;
            Call.Check(Native.fw_controller_update(Value, dtSecs, &stick, &place, &error), &error, this);
            return place;
        }

        /// <summary>Sets all trajectories of a goal, as a character sees them from where it is.</summary>
        public void SetGoal(PoseIndex index, Place character, Stick stick, Goal goal)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Status status = Native.fw_controller_set_goal(Value, index.Value, &character, &stick, goal.Value, &error);
            Call.Check(status, &error, this, index, goal);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_controller_destroy(made, null);
        }
    }
}
