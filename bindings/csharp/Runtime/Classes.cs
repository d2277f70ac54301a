// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>A pose with its velocities. You own the arrays of its joints.</summary>
    public ref struct Motion
    {
        /// <summary>The position of the hips relative to the root on the ground, in metres.</summary>
        public Float3 HipsM;
        /// <summary>The velocity of the hips relative to the root, in m/s.</summary>
        public Float3 HipsMps;
        /// <summary>The velocity of the root: to the left and ahead in m/s, then the turning speed about +y in rad/s.</summary>
        public Float3 RootVelocity;
        /// <summary>
        /// A quaternion x, y, z, w for each joint, in the space of its parent. That of the hips is in the space of the
        /// character.
        /// </summary>
        public Span<float> Rotations;
        /// <summary>The angular velocity of each joint in the space of its parent: an axis times an angular speed in rad/s.</summary>
        public Span<float> SpinsRadps;
    }

    /// <summary>The options of a search.</summary>
    public ref struct SearchOptions
    {
        /// <summary>The filter that a found pose must pass; with none, every pose passes.</summary>
        public PoseFilter Filter;
        /// <summary>The weights of all groups, which replace those of the schema; may be left out.</summary>
        public ReadOnlySpan<float> Weights;
        /// <summary>The largest allowed cost of a result. A good bound is the cost of playing on.</summary>
        public float? MaxCost;
        /// <summary>The bias: costs of poses, and bonuses for playing on; with none, costs have no bias.</summary>
        public Bias Bias;
    }

    /// <summary>The input of a choice.</summary>
    public ref struct ChoiceInput
    {
        /// <summary>The model of the search: a <c>Constants.Reach…</c>.</summary>
        public uint Model;
        /// <summary>The searched path.</summary>
        public FlightPath Path;
        /// <summary>The time of the search.</summary>
        public double NowSecs;
        /// <summary>All players.</summary>
        public ReadOnlySpan<Player> Players;
        /// <summary>Their intercepts, in the same order.</summary>
        public ReadOnlySpan<Intercept> Intercepts;
        /// <summary>The team to choose from; Constants.None for all players, who have no opponents then.</summary>
        public uint Team;
        /// <summary>The centre of the goal of that team.</summary>
        public Double3? Goal;
    }

    /// <summary>The input of a decision.</summary>
    public ref struct Situation
    {
        /// <summary>The player who touched the ball since the last decision; Constants.None if unknown.</summary>
        public uint TouchedBy;
        /// <summary>The time, not before that of the last decision.</summary>
        public double NowSecs;
        /// <summary>The players of all teams with humans.</summary>
        public ReadOnlySpan<Candidate> Candidates;
        /// <summary>The humans in the game.</summary>
        public ReadOnlySpan<Human> Humans;
        /// <summary>Whether a player touched the ball since the last decision. Bounces do not count.</summary>
        public bool IsTouched;
        /// <summary>Whether the ball is in the air.</summary>
        public bool IsInAir;
    }

    /// <summary>An index of poses. Any number of threads may use the same index concurrently.</summary>
    public sealed unsafe partial class PoseIndex : FootworkObject
    {
        private PoseIndex(Made made)
        {
            Own(made.Handle);
        }

        /// <summary>Opens an index in memory.</summary>
        public PoseIndex(ReadOnlySpan<byte> bytes)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_index_from_bytes(bytesAt, (UIntPtr)bytes.Length, 0, &made, &error);
                Call.Check(status, &error);
                Own(made);
            }
        }

        /// <summary>Returns the rate and the counts of an index.</summary>
        public IndexInfo Info
        {
            get
            {
                fw_error error = Call.Error();
                IndexInfo infoValue = default(IndexInfo);
                Status status = Native.fw_index_get_info(Raw, &infoValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return infoValue;
            }
        }

        /// <summary>Returns the number of the first clip with this name.</summary>
        public uint Clip(string name)
        {
            fw_error error = Call.Error();
            byte[] nameBytes = Call.Bytes(name);
            uint clipValue;
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_index_clip(Raw, nameAt, (UIntPtr)nameBytes.Length, &clipValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return clipValue;
            }
        }

        /// <summary>Writes the range of a goal's values that belongs to a group of the schema, such as "left_foot position".</summary>
        public void Group(string name, out uint first, out uint count)
        {
            fw_error error = Call.Error();
            byte[] nameBytes = Call.Bytes(name);
            uint firstValue;
            uint countValue;
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_index_group(Raw, nameAt, (UIntPtr)nameBytes.Length, &firstValue, &countValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                first = firstValue;
                count = countValue;
            }
        }

        /// <summary>Returns the name of a group of the schema, by its number from 0, such as "left_foot position".</summary>
        public string GroupName(uint group)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_index_group_name(Raw, group, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_index_group_name(Raw, group, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>Writes the features of a pose: as many values as a goal has.</summary>
        public void Features(PoseId pose, Span<float> features)
        {
            fw_error error = Call.Error();
            fixed (float* featuresAt = &MemoryMarshal.GetReference(features))
            {
                Status status = Native.fw_index_features(Raw, pose, featuresAt, (UIntPtr)features.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>
        /// Writes the poses nearest to a goal, the best first. Their number is limited by the buffer, and is at most
        /// Constants.MaxMatches. <c>options</c> may be left out for the default.
        /// </summary>
        public int Search(ReadOnlySpan<float> goal, Span<Match> matches, SearchOptions options = default(SearchOptions))
        {
            fw_error error = Call.Error();
            UIntPtr matchesLength;
            fixed (float* goalAt = &MemoryMarshal.GetReference(goal))
            fixed (float* optionsWeights = &MemoryMarshal.GetReference(options.Weights))
            fixed (Match* matchesAt = &MemoryMarshal.GetReference(matches))
            {
                fw_search_options optionsValue = default(fw_search_options);
                optionsValue.Size = (uint)sizeof(fw_search_options);
                optionsValue.Filter = options.Filter == null ? 0 : options.Filter.Raw;
                int optionsWeightsCount = options.Weights.Length;
                optionsValue.WeightsCount = (UIntPtr)optionsWeightsCount;
                optionsValue.Weights = optionsWeights;
                optionsValue.HasMaxCost = options.MaxCost.HasValue ? 1u : 0u;
                optionsValue.MaxCost = options.MaxCost.GetValueOrDefault();
                optionsValue.Bias = options.Bias == null ? 0 : options.Bias.Raw;
                Status status = Native.fw_index_search(Raw, goalAt, (UIntPtr)goal.Length, &optionsValue, matchesAt, (UIntPtr)matches.Length, &matchesLength, &error);
                GC.KeepAlive(this);
                GC.KeepAlive(options.Filter);
                GC.KeepAlive(options.Bias);
                return Call.Fit(status, matchesLength, &error);
            }
        }

        /// <summary>Makes the index of a repertoire, for filters and searches. It shares the memory of the repertoire.</summary>
        public static PoseIndex FromRepertoire(Repertoire repertoire)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_index_from_repertoire(repertoire.Raw, &made, &error);
            GC.KeepAlive(repertoire);
            Call.Check(status, &error);
            return new PoseIndex(new Made(made));
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_index_destroy(made, null);
        }
    }

    /// <summary>
    /// Preferences among the poses that a filter allows. Some poses cost more, and some play on for longer. Any number of
    /// threads may search with the same bias concurrently, as long as none changes it.
    /// </summary>
    public sealed unsafe partial class Bias : FootworkObject
    {
        /// <summary>Makes a bias without any effect. Call it while loading, because it allocates.</summary>
        public Bias(PoseIndex index)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_bias_create(index.Raw, &made, &error);
            GC.KeepAlive(index);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Adds a cost, from 0 to 1e12, to all poses that a filter of the same index allows. A search chooses such a pose only if
        /// it is better than the others by more than the cost. Costs of several calls add up. Call it while loading, because it
        /// allocates.
        /// </summary>
        public void AddCost(PoseFilter poses, float cost)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_bias_add_cost(Raw, poses.Raw, cost, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(poses);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Adds a bonus for playing on. While a filter of the same index allows the playing pose, another pose must be better
        /// than playing on by the bonus, in addition to the margins of the rules. A negative bonus makes a jump more likely. A
        /// bias has at most Constants.MaxStays bonuses, and they add up. <c>PoseIndex.Search</c> ignores them. Call it while
        /// loading, because it allocates.
        /// </summary>
        public void AddStay(PoseFilter poses, float bonus)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_bias_add_stay(Raw, poses.Raw, bonus, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(poses);
            Call.Check(status, &error);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_bias_destroy(made, null);
        }
    }

    /// <summary>A set of poses that a search may find. Any number of threads may use the same filter concurrently.</summary>
    public sealed unsafe partial class PoseFilter : FootworkObject
    {
        private PoseFilter(Made made)
        {
            Own(made.Handle);
        }

        /// <summary>
        /// Makes a filter from ranges of frames. Clips are numbered as in the index, and frames are at the rate of each clip.
        /// <c>twins</c> is a Constants.Twins…. Call it while loading, because it allocates.
        /// </summary>
        public static PoseFilter FromRanges(PoseIndex index, ReadOnlySpan<Range> ranges, uint twins)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (Range* rangesAt = &MemoryMarshal.GetReference(ranges))
            {
                Status status = Native.fw_pose_filter_from_ranges(index.Raw, rangesAt, (UIntPtr)ranges.Length, twins, &made, &error);
                GC.KeepAlive(index);
                Call.Check(status, &error);
                return new PoseFilter(new Made(made));
            }
        }

        /// <summary>
        /// Makes a filter from the frames that a query finds. The clips of the database and of the index are matched by name. It
        /// is an error if they have no clip in common. <c>twins</c> is a Constants.Twins…. Call it while loading, because it
        /// allocates.
        /// </summary>
        public static PoseFilter FromQuery(PoseIndex index, Query query, uint twins)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_pose_filter_from_query(index.Raw, query.Raw, twins, &made, &error);
            GC.KeepAlive(index);
            GC.KeepAlive(query);
            Call.Check(status, &error);
            return new PoseFilter(new Made(made));
        }

        /// <summary>
        /// Makes a filter like <c>PoseFilter.FromQuery</c>, but for jumps. It leaves out the last <c>runwaySecs</c> of each
        /// range, or the second half of a range shorter than twice that. So a clip still plays on within the range after a jump.
        /// Characters need such a filter. Pass the <c>overrunSecs</c> of their rules, by default 0.2.
        /// </summary>
        public static PoseFilter ForLanding(PoseIndex index, Query query, double runwaySecs, uint twins = Constants.TwinsBoth)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_pose_filter_for_landing(index.Raw, query.Raw, twins, runwaySecs, &made, &error);
            GC.KeepAlive(index);
            GC.KeepAlive(query);
            Call.Check(status, &error);
            return new PoseFilter(new Made(made));
        }

        /// <summary>Returns the number of poses that a filter allows.</summary>
        public ulong Count
        {
            get
            {
                fw_error error = Call.Error();
                ulong posesValue;
                Status status = Native.fw_pose_filter_count(Raw, &posesValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return posesValue;
            }
        }

        /// <summary>Returns whether a filter of this index allows a pose.</summary>
        public bool Allows(PoseIndex index, PoseId pose)
        {
            fw_error error = Call.Error();
            byte allowsValue;
            Status status = Native.fw_pose_filter_allows(Raw, index.Raw, pose, &allowsValue, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(index);
            Call.Check(status, &error);
            return allowsValue != 0;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_pose_filter_destroy(made, null);
        }
    }

    public unsafe partial struct BlendConfig
    {
        /// <summary>Returns the defaults.</summary>
        public static BlendConfig Default()
        {
            fw_error error = Call.Error();
            BlendConfig configValue = default(BlendConfig);
            configValue.Size = (uint)sizeof(BlendConfig);
            Status status = Native.fw_blend_config_default(&configValue, &error);
            Call.Check(status, &error);
            return configValue;
        }
    }

    /// <summary>The blend of one character. One thread at a time may use it.</summary>
    public sealed unsafe partial class Blend : FootworkObject
    {
        /// <summary>Makes a blend, with nothing to blend yet. <c>config</c> may be left out for the default.</summary>
        public Blend(BlendConfig? config = null)
        {
            fw_error error = Call.Error();
            BlendConfig configValue = config.GetValueOrDefault();
            configValue.Size = (uint)sizeof(BlendConfig);
            ulong made;
            Status status = Native.fw_blend_create(config.HasValue ? &configValue : null, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>Starts a blend from the shown motion to the playing one, which must have the same joints.</summary>
        public void Jump(Motion shown, Motion plays)
        {
            fw_error error = Call.Error();
            fixed (float* shownRotations = &MemoryMarshal.GetReference(shown.Rotations))
            fixed (float* shownSpinsRadps = &MemoryMarshal.GetReference(shown.SpinsRadps))
            fixed (float* playsRotations = &MemoryMarshal.GetReference(plays.Rotations))
            fixed (float* playsSpinsRadps = &MemoryMarshal.GetReference(plays.SpinsRadps))
            {
                fw_motion shownValue = default(fw_motion);
                shownValue.Size = (uint)sizeof(fw_motion);
                shownValue.HipsM = shown.HipsM;
                shownValue.HipsMps = shown.HipsMps;
                shownValue.RootVelocity = shown.RootVelocity;
                int shownJoints = shown.Rotations.Length / 4;
                shownValue.Joints = (uint)shownJoints;
                Call.Length(shown.Rotations.Length, 4 * shownJoints, "Rotations");
                shownValue.Rotations = shownRotations;
                Call.Length(shown.SpinsRadps.Length, 3 * shownJoints, "SpinsRadps");
                shownValue.SpinsRadps = shownSpinsRadps;
                fw_motion playsValue = default(fw_motion);
                playsValue.Size = (uint)sizeof(fw_motion);
                playsValue.HipsM = plays.HipsM;
                playsValue.HipsMps = plays.HipsMps;
                playsValue.RootVelocity = plays.RootVelocity;
                int playsJoints = plays.Rotations.Length / 4;
                playsValue.Joints = (uint)playsJoints;
                Call.Length(plays.Rotations.Length, 4 * playsJoints, "Rotations");
                playsValue.Rotations = playsRotations;
                Call.Length(plays.SpinsRadps.Length, 3 * playsJoints, "SpinsRadps");
                playsValue.SpinsRadps = playsSpinsRadps;
                Status status = Native.fw_blend_jump(Raw, &shownValue, &playsValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>Advances time, and returns whether the shown motion still differs from the playing one.</summary>
        public bool Advance(double dtSecs)
        {
            fw_error error = Call.Error();
            byte isActiveValue;
            Status status = Native.fw_blend_advance(Raw, dtSecs, &isActiveValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return isActiveValue != 0;
        }

        /// <summary>
        /// Writes the motion to show for the playing motion, which must have the same joints. Both pointers may be to the same
        /// motion.
        /// </summary>
        public void Apply(Motion plays, ref Motion shown)
        {
            fw_error error = Call.Error();
            fixed (float* playsRotations = &MemoryMarshal.GetReference(plays.Rotations))
            fixed (float* playsSpinsRadps = &MemoryMarshal.GetReference(plays.SpinsRadps))
            fixed (float* shownRotations = &MemoryMarshal.GetReference(shown.Rotations))
            fixed (float* shownSpinsRadps = &MemoryMarshal.GetReference(shown.SpinsRadps))
            {
                fw_motion playsValue = default(fw_motion);
                playsValue.Size = (uint)sizeof(fw_motion);
                playsValue.HipsM = plays.HipsM;
                playsValue.HipsMps = plays.HipsMps;
                playsValue.RootVelocity = plays.RootVelocity;
                int playsJoints = plays.Rotations.Length / 4;
                playsValue.Joints = (uint)playsJoints;
                Call.Length(plays.Rotations.Length, 4 * playsJoints, "Rotations");
                playsValue.Rotations = playsRotations;
                Call.Length(plays.SpinsRadps.Length, 3 * playsJoints, "SpinsRadps");
                playsValue.SpinsRadps = playsSpinsRadps;
                fw_motion shownValue = default(fw_motion);
                shownValue.Size = (uint)sizeof(fw_motion);
                shownValue.HipsM = shown.HipsM;
                shownValue.HipsMps = shown.HipsMps;
                shownValue.RootVelocity = shown.RootVelocity;
                int shownJoints = shown.Rotations.Length / 4;
                shownValue.Joints = (uint)shownJoints;
                Call.Length(shown.Rotations.Length, 4 * shownJoints, "Rotations");
                shownValue.Rotations = shownRotations;
                Call.Length(shown.SpinsRadps.Length, 3 * shownJoints, "SpinsRadps");
                shownValue.SpinsRadps = shownSpinsRadps;
                Status status = Native.fw_blend_apply(Raw, &playsValue, &shownValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                shown.HipsM = shownValue.HipsM;
                shown.HipsMps = shownValue.HipsMps;
                shown.RootVelocity = shownValue.RootVelocity;
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_blend_destroy(made, null);
        }
    }

    /// <summary>
    /// The clips of one skeleton, as written by <c>footwork compile --poses</c>. A repertoire has compressed motion, and
    /// the index of its poses. Any number of threads may use the same repertoire concurrently. Objects made from it keep
    /// the data they need.
    /// </summary>
    public sealed unsafe partial class Repertoire : FootworkObject
    {
        private Repertoire(Made made)
        {
            Own(made.Handle);
        }

        /// <summary>
        /// Opens a <c>.fwposes</c> file in memory, for the skeleton with this number: 0 for the first. Call it while loading,
        /// because it allocates.
        /// </summary>
        public Repertoire(ReadOnlySpan<byte> bytes, uint skeleton = 0)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_repertoire_from_bytes(bytesAt, (UIntPtr)bytes.Length, skeleton, 0, &made, &error);
                Call.Check(status, &error);
                Own(made);
            }
        }

        /// <summary>
        /// Reads a <c>.fwposes</c> file, whose path is UTF-8, for the skeleton with this number: 0 for the first. Call it while
        /// loading, because it allocates.
        /// </summary>
        public static Repertoire Open(string path, uint skeleton = 0)
        {
            fw_error error = Call.Error();
            byte[] pathBytes = Call.Bytes(path);
            ulong made;
            fixed (byte* pathAt = pathBytes)
            {
                Status status = Native.fw_repertoire_open(pathAt, (UIntPtr)pathBytes.Length, skeleton, &made, &error);
                Call.Check(status, &error);
                return new Repertoire(new Made(made));
            }
        }

        /// <summary>Returns the size of a repertoire.</summary>
        public RepertoireInfo Info
        {
            get
            {
                fw_error error = Call.Error();
                RepertoireInfo infoValue = default(RepertoireInfo);
                Status status = Native.fw_repertoire_get_info(Raw, &infoValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return infoValue;
            }
        }

        /// <summary>Returns a joint.</summary>
        public Joint Joint(uint joint)
        {
            fw_error error = Call.Error();
            Joint foundValue = default(Joint);
            Status status = Native.fw_repertoire_joint(Raw, joint, &foundValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return foundValue;
        }

        /// <summary>Returns the name of a joint, as written in the clips.</summary>
        public string JointName(uint joint)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_repertoire_joint_name(Raw, joint, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_repertoire_joint_name(Raw, joint, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>Returns the number of the first joint with this name. If there is none, the error has similar names.</summary>
        public uint FindJoint(string name)
        {
            fw_error error = Call.Error();
            byte[] nameBytes = Call.Bytes(name);
            uint jointValue;
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_repertoire_find_joint(Raw, nameAt, (UIntPtr)nameBytes.Length, &jointValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return jointValue;
            }
        }

        /// <summary>
        /// Writes the transforms of all joints at a pose. Each has seven numbers: the rotation x, y, z, w in the space of the
        /// parent, and the position in metres. <c>part</c> is the fraction of the way to the next frame, from 0 to 1.
        /// </summary>
        public void Decode(PoseId pose, float part, Span<float> transforms)
        {
            fw_error error = Call.Error();
            fixed (float* transformsAt = &MemoryMarshal.GetReference(transforms))
            {
                Status status = Native.fw_repertoire_decode(Raw, pose, part, transformsAt, (UIntPtr)transforms.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>
        /// Returns the place of the root at a pose. The transforms of the hips are relative to it. <c>part</c> is the fraction of
        /// the way to the next frame, from 0 to 1.
        /// </summary>
        public ClipRoot Root(PoseId pose, float part)
        {
            fw_error error = Call.Error();
            ClipRoot rootValue = default(ClipRoot);
            Status status = Native.fw_repertoire_root(Raw, pose, part, &rootValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return rootValue;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_repertoire_destroy(made, null);
        }
    }

    public unsafe partial struct Rules
    {
        /// <summary>Returns the defaults.</summary>
        public static Rules Default()
        {
            fw_error error = Call.Error();
            Rules rulesValue = default(Rules);
            rulesValue.Size = (uint)sizeof(Rules);
            Status status = Native.fw_rules_default(&rulesValue, &error);
            Call.Check(status, &error);
            return rulesValue;
        }
    }

    public unsafe partial struct ControllerConfig
    {
        /// <summary>Returns the defaults.</summary>
        public static ControllerConfig Default()
        {
            fw_error error = Call.Error();
            ControllerConfig configValue = default(ControllerConfig);
            configValue.Size = (uint)sizeof(ControllerConfig);
            Status status = Native.fw_controller_config_default(&configValue, &error);
            Call.Check(status, &error);
            return configValue;
        }
    }

    public unsafe partial struct CharacterConfig
    {
        /// <summary>Returns the defaults.</summary>
        public static CharacterConfig Default()
        {
            fw_error error = Call.Error();
            CharacterConfig configValue = default(CharacterConfig);
            configValue.Size = (uint)sizeof(CharacterConfig);
            Status status = Native.fw_character_config_default(&configValue, &error);
            Call.Check(status, &error);
            return configValue;
        }
    }

    /// <summary>
    /// A character that plays the clips of a repertoire and moves through a world as its input says. One thread at a time
    /// may use it.
    /// </summary>
    public sealed unsafe partial class Character : FootworkObject
    {
        /// <summary>
        /// Makes a character at rest. <c>config</c> may be left out for the default. <c>start</c> may be left out for the first
        /// pose of the index. The first update searches for a better one. <c>placement</c> may be left out for the origin, facing
        /// +z. Call it while loading, because it allocates.
        /// </summary>
        public Character(Repertoire repertoire, CharacterConfig? config = null, PoseId? start = null, Placement? placement = null)
        {
            fw_error error = Call.Error();
            CharacterConfig configValue = config.GetValueOrDefault();
            configValue.Size = (uint)sizeof(CharacterConfig);
            PoseId startValue = start.GetValueOrDefault();
            Placement placementValue = placement.GetValueOrDefault();
            ulong made;
            Status status = Native.fw_character_create(repertoire.Raw, config.HasValue ? &configValue : null, start.HasValue ? &startValue : null, placement.HasValue ? &placementValue : null, &made, &error);
            GC.KeepAlive(repertoire);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Advances a character by <c>dtSecs</c> in the direction of the stick, and returns what played. <c>search</c> may be
        /// left out for all poses and the weights of the index. The largest cost in <c>search</c> is ignored. <c>surroundings</c>
        /// may be left out for open ground at height 0.
        /// </summary>
        public Step Update(double dtSecs, Stick stick, SearchOptions search = default(SearchOptions), Surroundings surroundings = null)
        {
            fw_error error = Call.Error();
            fw_surroundings surroundingsValue = surroundings == null ? default(fw_surroundings) : surroundings.Begin();
            Step stepValue = default(Step);
            fixed (float* searchWeights = &MemoryMarshal.GetReference(search.Weights))
            {
                fw_search_options searchValue = default(fw_search_options);
                searchValue.Size = (uint)sizeof(fw_search_options);
                searchValue.Filter = search.Filter == null ? 0 : search.Filter.Raw;
                int searchWeightsCount = search.Weights.Length;
                searchValue.WeightsCount = (UIntPtr)searchWeightsCount;
                searchValue.Weights = searchWeights;
                searchValue.HasMaxCost = search.MaxCost.HasValue ? 1u : 0u;
                searchValue.MaxCost = search.MaxCost.GetValueOrDefault();
                searchValue.Bias = search.Bias == null ? 0 : search.Bias.Raw;
                Status status = Native.fw_character_update(Raw, dtSecs, &stick, &searchValue, surroundings == null ? null : &surroundingsValue, &stepValue, &error);
                if (surroundings != null)
                {
                    surroundings.End();
                }
                GC.KeepAlive(this);
                GC.KeepAlive(search.Filter);
                GC.KeepAlive(search.Bias);
                GC.KeepAlive(surroundings);
                Call.Check(status, &error);
                return stepValue;
            }
        }

        /// <summary>
        /// Advances a character by <c>dtSecs</c> in straight lines from its present place through the waypoints, and returns what
        /// played. The character stops at the last waypoint. <c>search</c> may be left out for all poses and the weights of the
        /// index. The largest cost in <c>search</c> is ignored. <c>surroundings</c> may be left out for open ground at height 0.
        /// </summary>
        public Step Follow(double dtSecs, ReadOnlySpan<Waypoint> waypoints, SearchOptions search = default(SearchOptions), Surroundings surroundings = null)
        {
            fw_error error = Call.Error();
            fw_surroundings surroundingsValue = surroundings == null ? default(fw_surroundings) : surroundings.Begin();
            Step stepValue = default(Step);
            fixed (Waypoint* waypointsAt = &MemoryMarshal.GetReference(waypoints))
            fixed (float* searchWeights = &MemoryMarshal.GetReference(search.Weights))
            {
                fw_search_options searchValue = default(fw_search_options);
                searchValue.Size = (uint)sizeof(fw_search_options);
                searchValue.Filter = search.Filter == null ? 0 : search.Filter.Raw;
                int searchWeightsCount = search.Weights.Length;
                searchValue.WeightsCount = (UIntPtr)searchWeightsCount;
                searchValue.Weights = searchWeights;
                searchValue.HasMaxCost = search.MaxCost.HasValue ? 1u : 0u;
                searchValue.MaxCost = search.MaxCost.GetValueOrDefault();
                searchValue.Bias = search.Bias == null ? 0 : search.Bias.Raw;
                Status status = Native.fw_character_follow(Raw, dtSecs, waypointsAt, (UIntPtr)waypoints.Length, &searchValue, surroundings == null ? null : &surroundingsValue, &stepValue, &error);
                if (surroundings != null)
                {
                    surroundings.End();
                }
                GC.KeepAlive(this);
                GC.KeepAlive(search.Filter);
                GC.KeepAlive(search.Bias);
                GC.KeepAlive(surroundings);
                Call.Check(status, &error);
                return stepValue;
            }
        }

        /// <summary>
        /// Writes the cost of each group of the index for the pose that a character jumped to in its last update. Up to rounding,
        /// they add up to the cost of the step without the costs of a bias. Without a jump, there are no costs. Returns how many
        /// there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int GroupCosts(Span<float> costs)
        {
            fw_error error = Call.Error();
            UIntPtr costsLength;
            fixed (float* costsAt = &MemoryMarshal.GetReference(costs))
            {
                Status status = Native.fw_character_group_costs(Raw, costsAt, (UIntPtr)costs.Length, &costsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, costsLength, &error);
            }
        }

        /// <summary>
        /// Returns the cost of each group of the index for the pose that a character jumped to in its last update. Up to
        /// rounding, they add up to the cost of the step without the costs of a bias. Without a jump, there are no costs. The
        /// results are in a new array.
        /// </summary>
        public float[] GroupCosts()
        {
            float[] all = new float[GroupCosts(Span<float>.Empty)];
            GroupCosts(all);
            return all;
        }

        /// <summary>Moves a character elsewhere, with its speed and its feet. Its pose does not change.</summary>
        public void Teleport(Placement to)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_character_teleport(Raw, &to, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Takes over from any pose, such as that of a ragdoll, a cut-scene or another animation graph. The character plays the
        /// most similar allowed pose, and blends to it. The next update continues from exactly the given pose and its speeds.
        /// <c>search</c> may be left out for all poses and the weights of the index. The largest cost in <c>search</c> is
        /// ignored. This call allocates.
        /// </summary>
        public void TakeOver(Motion from, Placement placement, SearchOptions search = default(SearchOptions))
        {
            fw_error error = Call.Error();
            fixed (float* fromRotations = &MemoryMarshal.GetReference(from.Rotations))
            fixed (float* fromSpinsRadps = &MemoryMarshal.GetReference(from.SpinsRadps))
            fixed (float* searchWeights = &MemoryMarshal.GetReference(search.Weights))
            {
                fw_motion fromValue = default(fw_motion);
                fromValue.Size = (uint)sizeof(fw_motion);
                fromValue.HipsM = from.HipsM;
                fromValue.HipsMps = from.HipsMps;
                fromValue.RootVelocity = from.RootVelocity;
                int fromJoints = from.Rotations.Length / 4;
                fromValue.Joints = (uint)fromJoints;
                Call.Length(from.Rotations.Length, 4 * fromJoints, "Rotations");
                fromValue.Rotations = fromRotations;
                Call.Length(from.SpinsRadps.Length, 3 * fromJoints, "SpinsRadps");
                fromValue.SpinsRadps = fromSpinsRadps;
                fw_search_options searchValue = default(fw_search_options);
                searchValue.Size = (uint)sizeof(fw_search_options);
                searchValue.Filter = search.Filter == null ? 0 : search.Filter.Raw;
                int searchWeightsCount = search.Weights.Length;
                searchValue.WeightsCount = (UIntPtr)searchWeightsCount;
                searchValue.Weights = searchWeights;
                searchValue.HasMaxCost = search.MaxCost.HasValue ? 1u : 0u;
                searchValue.MaxCost = search.MaxCost.GetValueOrDefault();
                searchValue.Bias = search.Bias == null ? 0 : search.Bias.Raw;
                Status status = Native.fw_character_take_over(Raw, &fromValue, &placement, &searchValue, &error);
                GC.KeepAlive(this);
                GC.KeepAlive(search.Filter);
                GC.KeepAlive(search.Bias);
                Call.Check(status, &error);
            }
        }

        /// <summary>
        /// Sets how often a character works. It moves in every <c>updateEvery</c>th update, for the time since it last moved, and
        /// searches at most every <c>searchEverySecs</c>. <c>spread</c> is a number that differs between characters. It spreads
        /// their work over frames.
        /// </summary>
        public void SetDetail(uint updateEvery, float searchEverySecs, uint spread)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_character_set_detail(Raw, updateEvery, searchEverySecs, spread, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>Returns whether a character holds a pose because it should stand and no clip stands still.</summary>
        public bool IsResting
        {
            get
            {
                fw_error error = Call.Error();
                byte isRestingValue;
                Status status = Native.fw_character_is_resting(Raw, &isRestingValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return isRestingValue != 0;
            }
        }

        /// <summary>
        /// Writes the state of a character as bytes, for a rollback or another process, in any language. After
        /// <c>Character.Restore</c>, the same updates give the same bits. The state does not include the configuration, filters
        /// and clips. Returns how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Save(Span<byte> bytes)
        {
            fw_error error = Call.Error();
            UIntPtr bytesLength;
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_character_save(Raw, bytesAt, (UIntPtr)bytes.Length, &bytesLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, bytesLength, &error);
            }
        }

        /// <summary>
        /// Returns the state of a character as bytes, for a rollback or another process, in any language. After
        /// <c>Character.Restore</c>, the same updates give the same bits. The state does not include the configuration, filters
        /// and clips. The results are in a new array.
        /// </summary>
        public byte[] Save()
        {
            byte[] all = new byte[Save(Span<byte>.Empty)];
            Save(all);
            return all;
        }

        /// <summary>Restores a state that a character with the same repertoire and configuration saved. This call allocates.</summary>
        public void Restore(ReadOnlySpan<byte> bytes)
        {
            fw_error error = Call.Error();
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_character_restore(Raw, bytesAt, (UIntPtr)bytes.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>Returns the place of the root, to which the transforms of the hips are relative.</summary>
        public Placement Root
        {
            get
            {
                fw_error error = Call.Error();
                Placement rootValue = default(Placement);
                Status status = Native.fw_character_get_root(Raw, &rootValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return rootValue;
            }
        }

        /// <summary>
        /// Writes the transforms of joints. Each has seven numbers: the rotation x, y, z, w and the position in metres, in the
        /// space of the parent. The hips are in the space of the root. <c>mask</c> has a byte for each joint. A joint whose byte
        /// is 0 keeps its numbers. If <c>mask</c> is empty, all joints are written.
        /// </summary>
        public void Pose(ReadOnlySpan<byte> mask, Span<float> transforms)
        {
            fw_error error = Call.Error();
            fixed (byte* maskAt = &MemoryMarshal.GetReference(mask))
            fixed (float* transformsAt = &MemoryMarshal.GetReference(transforms))
            {
                Status status = Native.fw_character_pose(Raw, maskAt, (UIntPtr)mask.Length, transformsAt, (UIntPtr)transforms.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>
        /// Plants the feet of transforms of <c>Character.Pose</c> that other animation layers have changed. The hips sink and the
        /// legs bend as in the last update. Use it for a character with <c>feetLast</c>.
        /// </summary>
        public void PlantFeet(Span<float> transforms)
        {
            fw_error error = Call.Error();
            fixed (float* transformsAt = &MemoryMarshal.GetReference(transforms))
            {
                Status status = Native.fw_character_plant_feet(Raw, transformsAt, (UIntPtr)transforms.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>
        /// Writes the transforms of all joints in one space. Each has seven numbers: the rotation x, y, z, w and the position in
        /// metres. <c>space</c> is a Constants.Space…. In the world, the place of the root is part of each transform.
        /// </summary>
        public void PoseIn(uint space, Span<float> transforms)
        {
            fw_error error = Call.Error();
            fixed (float* transformsAt = &MemoryMarshal.GetReference(transforms))
            {
                Status status = Native.fw_character_pose_in(Raw, space, transformsAt, (UIntPtr)transforms.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>
        /// Writes the feet that came to stand in the last update, at most two. A foot that was in the air for less than 0.1 s
        /// does not count. Returns how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Footsteps(Span<Footstep> footsteps)
        {
            fw_error error = Call.Error();
            UIntPtr footstepsLength;
            fixed (Footstep* footstepsAt = &MemoryMarshal.GetReference(footsteps))
            {
                Status status = Native.fw_character_footsteps(Raw, footstepsAt, (UIntPtr)footsteps.Length, &footstepsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, footstepsLength, &error);
            }
        }

        /// <summary>
        /// Returns the feet that came to stand in the last update, at most two. A foot that was in the air for less than 0.1 s
        /// does not count. The results are in a new array.
        /// </summary>
        public Footstep[] Footsteps()
        {
            Footstep[] all = new Footstep[Footsteps(Span<Footstep>.Empty)];
            Footsteps(all);
            return all;
        }

        /// <summary>
        /// Begins to record all updates of a character from now on, with the shown pose and the candidates of each search. The
        /// latest ones are kept. Recording changes no pose. An earlier recording is dropped. <c>config</c> may be left out for
        /// the default. This call allocates; recorded updates do not.
        /// </summary>
        public void Record(RecordConfig? config = null)
        {
            fw_error error = Call.Error();
            RecordConfig configValue = config.GetValueOrDefault();
            configValue.Size = (uint)sizeof(RecordConfig);
            Status status = Native.fw_character_record(Raw, config.HasValue ? &configValue : null, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>Stops recording a character, and drops the recording.</summary>
        public void StopRecording()
        {
            fw_error error = Call.Error();
            Status status = Native.fw_character_stop_recording(Raw, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>Returns whether updates of a character are recorded.</summary>
        public bool IsRecording
        {
            get
            {
                fw_error error = Call.Error();
                byte isRecordingValue;
                Status status = Native.fw_character_is_recording(Raw, &isRecordingValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return isRecordingValue != 0;
            }
        }

        /// <summary>
        /// Writes the recording so far as the bytes of a <c>.fwrec</c> file, which the studio opens. Recording continues. It is
        /// an error if updates are not recorded. This call allocates. Returns how many there are; if that is more than there is
        /// room for, nothing is written.
        /// </summary>
        public int Recording(Span<byte> bytes)
        {
            fw_error error = Call.Error();
            UIntPtr bytesLength;
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_character_recording(Raw, bytesAt, (UIntPtr)bytes.Length, &bytesLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, bytesLength, &error);
            }
        }

        /// <summary>
        /// Returns the recording so far as the bytes of a <c>.fwrec</c> file, which the studio opens. Recording continues. It is
        /// an error if updates are not recorded. This call allocates. The results are in a new array.
        /// </summary>
        public byte[] Recording()
        {
            byte[] all = new byte[Recording(Span<byte>.Empty)];
            Recording(all);
            return all;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_character_destroy(made, null);
        }
    }

    /// <summary>
    /// A set of obstacles. Any number of threads may move bodies in it and query it concurrently, as long as none changes
    /// it.
    /// </summary>
    public sealed unsafe partial class World : FootworkObject
    {
        /// <summary>
        /// Writes the obstacles that a body of this shape would overlap at a position, such as ladders and water. An obstacle is
        /// listed once per part or triangle. Returns how many there are; if that is more than there is room for, nothing is
        /// written.
        /// </summary>
        public int Overlapping(Body body, Double3 position, Span<ulong> obstacles, uint layers = 4294967295)
        {
            fw_error error = Call.Error();
            UIntPtr obstaclesLength;
            fixed (ulong* obstaclesAt = &MemoryMarshal.GetReference(obstacles))
            {
                Status status = Native.fw_world_overlapping(Raw, &body, (double*)&position, layers, obstaclesAt, (UIntPtr)obstacles.Length, &obstaclesLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, obstaclesLength, &error);
            }
        }

        /// <summary>
        /// Returns the obstacles that a body of this shape would overlap at a position, such as ladders and water. An obstacle is
        /// listed once per part or triangle. The results are in a new array.
        /// </summary>
        public ulong[] Overlapping(Body body, Double3 position, uint layers = 4294967295)
        {
            ulong[] all = new ulong[Overlapping(body, position, Span<ulong>.Empty, layers)];
            Overlapping(body, position, all, layers);
            return all;
        }

        /// <summary>Returns the first obstacle that a shape meets on a straight line from a position.</summary>
        public Hit Sweep(Body body, Double3 position, Double3 motion, uint layers = 4294967295)
        {
            fw_error error = Call.Error();
            Hit hitValue = default(Hit);
            Status status = Native.fw_world_sweep(Raw, &body, (double*)&position, (double*)&motion, layers, &hitValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return hitValue;
        }

        /// <summary>Makes a world without obstacles.</summary>
        public World()
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_world_create(&made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Adds a mesh at a pose, and returns the number of the new obstacle, which is never 0. <c>pose</c> may be left out for
        /// the origin. <c>label</c> may be left out for tag 0 in every layer.
        /// </summary>
        public ulong AddMesh(Mesh mesh, Pose? pose = null, Label? label = null)
        {
            fw_error error = Call.Error();
            Pose poseValue = pose.GetValueOrDefault();
            Label labelValue = label.GetValueOrDefault();
            ulong obstacleValue;
            Status status = Native.fw_world_add_mesh(Raw, mesh.Raw, pose.HasValue ? &poseValue : null, label.HasValue ? &labelValue : null, &obstacleValue, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(mesh);
            Call.Check(status, &error);
            return obstacleValue;
        }

        /// <summary>
        /// Adds a volume at a pose, and returns the number of the new obstacle, like <c>World.AddMesh</c>. <c>pose</c> may be
        /// left out for the origin. <c>label</c> may be left out for tag 0 in every layer.
        /// </summary>
        public ulong AddVolume(Volume volume, Pose? pose = null, Label? label = null)
        {
            fw_error error = Call.Error();
            Pose poseValue = pose.GetValueOrDefault();
            Label labelValue = label.GetValueOrDefault();
            ulong obstacleValue;
            Status status = Native.fw_world_add_volume(Raw, &volume, pose.HasValue ? &poseValue : null, label.HasValue ? &labelValue : null, &obstacleValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return obstacleValue;
        }

        /// <summary>Removes an obstacle.</summary>
        public void Remove(ulong obstacle)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_world_remove(Raw, obstacle, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Starts a step. Obstacles that move after this call move from their present places. Call it once per frame, before
        /// anything moves.
        /// </summary>
        public void BeginStep()
        {
            fw_error error = Call.Error();
            Status status = Native.fw_world_begin_step(Raw, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Moves an obstacle to a pose within this step. The obstacle carries bodies that stand on it, and pushes bodies in its
        /// way.
        /// </summary>
        public void MoveTo(ulong obstacle, Pose pose)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_world_move_to(Raw, obstacle, &pose, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>Gives an obstacle another label.</summary>
        public void SetLabel(ulong obstacle, Label label)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_world_set_label(Raw, obstacle, &label, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_world_destroy(made, null);
        }
    }

    /// <summary>A body of one shape. Several characters with that shape may share it. One thread at a time may use it.</summary>
    public sealed unsafe partial class Mover : FootworkObject
    {
        private Mover(Made made)
        {
            Own(made.Handle);
        }

        /// <summary>Makes a body.</summary>
        public Mover(Body body)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_mover_create(&body, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Makes a body that is the convex hull of points with three numbers each, in metres. There are at most 32 points, in any
        /// order, and they do not lie in one plane. The position of the body is the middle of their bounds.
        /// </summary>
        public static Mover FromHull(ReadOnlySpan<float> points)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (float* pointsAt = &MemoryMarshal.GetReference(points))
            {
                Status status = Native.fw_mover_from_hull(pointsAt, (UIntPtr)points.Length, &made, &error);
                Call.Check(status, &error);
                return new Mover(new Made(made));
            }
        }

        /// <summary>
        /// Moves a body from a state by a displacement, three floats in metres, as far as the obstacles allow. <c>filter</c> and
        /// <c>config</c> may be left out for the default. The contacts are written too, in the order in which the body met them.
        /// </summary>
        public Move MoveBy(World world, MoverState state, Float3 displacement, Span<Contact> contacts, out int contactsCount, ObstacleFilter filter = null, MoveConfig? config = null)
        {
            fw_error error = Call.Error();
            fw_filter filterValue = filter == null ? default(fw_filter) : filter.Begin();
            MoveConfig configValue = config.GetValueOrDefault();
            configValue.Size = (uint)sizeof(MoveConfig);
            Move movedValue = default(Move);
            UIntPtr contactsLength;
            fixed (Contact* contactsAt = &MemoryMarshal.GetReference(contacts))
            {
                Status status = Native.fw_mover_move_by(Raw, world.Raw, &state, (float*)&displacement, filter == null ? null : &filterValue, config.HasValue ? &configValue : null, &movedValue, contactsAt, (UIntPtr)contacts.Length, &contactsLength, &error);
                if (filter != null)
                {
                    filter.End();
                }
                GC.KeepAlive(this);
                GC.KeepAlive(world);
                GC.KeepAlive(filter);
                Call.Check(status, &error);
                contactsCount = checked((int)contactsLength);
                return movedValue;
            }
        }

        /// <summary>
        /// Moves a body from a state by a displacement, three floats in metres, as far as the obstacles allow. <c>filter</c> and
        /// <c>config</c> may be left out for the default. The contacts are written too, in the order in which the body met them.
        /// </summary>
        public Move MoveBy(World world, MoverState state, Float3 displacement, ObstacleFilter filter = null, MoveConfig? config = null)
        {
            fw_error error = Call.Error();
            fw_filter filterValue = filter == null ? default(fw_filter) : filter.Begin();
            MoveConfig configValue = config.GetValueOrDefault();
            configValue.Size = (uint)sizeof(MoveConfig);
            Move movedValue = default(Move);
            Status status = Native.fw_mover_move_by(Raw, world.Raw, &state, (float*)&displacement, filter == null ? null : &filterValue, config.HasValue ? &configValue : null, &movedValue, null, UIntPtr.Zero, null, &error);
            if (filter != null)
            {
                filter.End();
            }
            GC.KeepAlive(this);
            GC.KeepAlive(world);
            GC.KeepAlive(filter);
            Call.Check(status, &error);
            return movedValue;
        }

        /// <summary>
        /// If there is room, gives a body another shape with the same lowest point, such as a crouching one, and updates the
        /// state. <c>filter</c> and <c>config</c> may be left out for the default. Returns whether it did.
        /// </summary>
        public bool TryResize(World world, ref MoverState state, Body body, ObstacleFilter filter = null, MoveConfig? config = null)
        {
            fw_error error = Call.Error();
            fw_filter filterValue = filter == null ? default(fw_filter) : filter.Begin();
            MoveConfig configValue = config.GetValueOrDefault();
            configValue.Size = (uint)sizeof(MoveConfig);
            byte fitsValue;
            fixed (MoverState* stateAt = &state)
            {
                Status status = Native.fw_mover_resize(Raw, world.Raw, stateAt, &body, filter == null ? null : &filterValue, config.HasValue ? &configValue : null, &fitsValue, &error);
                if (filter != null)
                {
                    filter.End();
                }
                GC.KeepAlive(this);
                GC.KeepAlive(world);
                GC.KeepAlive(filter);
                Call.Check(status, &error);
                return fitsValue != 0;
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_mover_destroy(made, null);
        }
    }

    public unsafe partial struct MoveConfig
    {
        /// <summary>Returns the defaults.</summary>
        public static MoveConfig Default()
        {
            fw_error error = Call.Error();
            MoveConfig configValue = default(MoveConfig);
            configValue.Size = (uint)sizeof(MoveConfig);
            Status status = Native.fw_move_config_default(&configValue, &error);
            Call.Check(status, &error);
            return configValue;
        }
    }

    public unsafe partial struct ChoiceWeights
    {
        /// <summary>Returns the defaults.</summary>
        public static ChoiceWeights Default()
        {
            fw_error error = Call.Error();
            ChoiceWeights weightsValue = default(ChoiceWeights);
            weightsValue.Size = (uint)sizeof(ChoiceWeights);
            Status status = Native.fw_choice_weights_default(&weightsValue, &error);
            Call.Check(status, &error);
            return weightsValue;
        }
    }

    /// <summary>Chooses which player of a team should go for the ball. One thread at a time may use it.</summary>
    public sealed unsafe partial class Choice : FootworkObject
    {
        /// <summary>Creates a choice object. No player is chosen yet.</summary>
        public Choice()
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_choice_create(&made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Chooses the player who should go for the ball, and returns its id, or Constants.None if no player can take the ball.
        /// <c>weights</c> may be left out for the default.
        /// </summary>
        public uint Choose(ChoiceInput input, ChoiceWeights? weights = null)
        {
            fw_error error = Call.Error();
            ChoiceWeights weightsValue = weights.GetValueOrDefault();
            weightsValue.Size = (uint)sizeof(ChoiceWeights);
            uint chosenValue;
            fixed (Player* inputPlayers = &MemoryMarshal.GetReference(input.Players))
            fixed (Intercept* inputIntercepts = &MemoryMarshal.GetReference(input.Intercepts))
            {
                fw_choice_input inputValue = default(fw_choice_input);
                inputValue.Size = (uint)sizeof(fw_choice_input);
                inputValue.Model = input.Model;
                inputValue.Path = input.Path == null ? 0 : input.Path.Raw;
                inputValue.NowSecs = input.NowSecs;
                int inputCount = input.Players.Length;
                inputValue.Count = (UIntPtr)inputCount;
                inputValue.Players = inputPlayers;
                Call.Length(input.Intercepts.Length, inputCount, "Intercepts");
                inputValue.Intercepts = inputIntercepts;
                inputValue.Team = input.Team;
                inputValue.HasGoal = input.Goal.HasValue ? 1u : 0u;
                inputValue.Goal = input.Goal.GetValueOrDefault();
                Status status = Native.fw_choice_choose(Raw, &inputValue, weights.HasValue ? &weightsValue : null, &chosenValue, &error);
                GC.KeepAlive(this);
                GC.KeepAlive(input.Path);
                Call.Check(status, &error);
                return chosenValue;
            }
        }

        /// <summary>
        /// Writes the players who can take the ball, in order of id, with the ratings of the last choice. Returns how many there
        /// are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Rated(Span<Rated> rated)
        {
            fw_error error = Call.Error();
            UIntPtr ratedLength;
            fixed (Rated* ratedAt = &MemoryMarshal.GetReference(rated))
            {
                Status status = Native.fw_choice_rated(Raw, ratedAt, (UIntPtr)rated.Length, &ratedLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, ratedLength, &error);
            }
        }

        /// <summary>
        /// Returns the players who can take the ball, in order of id, with the ratings of the last choice. The results are in a
        /// new array.
        /// </summary>
        public Rated[] Rated()
        {
            Rated[] all = new Rated[Rated(Span<Rated>.Empty)];
            Rated(all);
            return all;
        }

        /// <summary>Makes a candidate for <c>Control.Decide</c> from an intercept and the ratings of its team's last choice.</summary>
        public Candidate Candidate(uint team, Intercept found)
        {
            fw_error error = Call.Error();
            Candidate candidateValue = default(Candidate);
            Status status = Native.fw_choice_candidate(Raw, team, &found, &candidateValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return candidateValue;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_choice_destroy(made, null);
        }
    }

    /// <summary>
    /// The flight of a ball as line segments. It is the input of searches. Any number of threads may use it concurrently,
    /// as long as none reads a prediction into it.
    /// </summary>
    public sealed unsafe partial class FlightPath : FootworkObject
    {
        /// <summary>Makes an empty path.</summary>
        public FlightPath()
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_path_create(&made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>Reads the current state of a prediction into the path.</summary>
        public void Read(Prediction prediction)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_path_read(Raw, prediction.Raw, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(prediction);
            Call.Check(status, &error);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_path_destroy(made, null);
        }
    }

    public unsafe partial struct Player
    {
        /// <summary>Returns an average player at a position.</summary>
        public static Player Default(uint id, Double3 position)
        {
            fw_error error = Call.Error();
            Player playerValue = default(Player);
            Status status = Native.fw_player_default(id, (double*)&position, &playerValue, &error);
            Call.Check(status, &error);
            return playerValue;
        }
    }

    public unsafe partial struct ControlRules
    {
        /// <summary>Returns the defaults.</summary>
        public static ControlRules Default()
        {
            fw_error error = Call.Error();
            ControlRules rulesValue = default(ControlRules);
            rulesValue.Size = (uint)sizeof(ControlRules);
            Status status = Native.fw_control_rules_default(&rulesValue, &error);
            Call.Check(status, &error);
            return rulesValue;
        }
    }

    /// <summary>Decides which player each human controls. One thread at a time may use it.</summary>
    public sealed unsafe partial class Control : FootworkObject
    {
        /// <summary>Creates a control object. <c>rules</c> may be left out for the default.</summary>
        public Control(ControlRules? rules = null)
        {
            fw_error error = Call.Error();
            ControlRules rulesValue = rules.GetValueOrDefault();
            rulesValue.Size = (uint)sizeof(ControlRules);
            ulong made;
            Status status = Native.fw_control_create(rules.HasValue ? &rulesValue : null, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Decides for every human, and writes their assignments in the order of the humans' ids. If there is too little room,
        /// nothing is decided. Carry out the assignments. In the next situation, each human must control the player of its
        /// assignment. Returns how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Decide(Situation situation, Span<Assignment> assignments)
        {
            fw_error error = Call.Error();
            UIntPtr assignmentsLength;
            fixed (Candidate* situationCandidates = &MemoryMarshal.GetReference(situation.Candidates))
            fixed (Human* situationHumans = &MemoryMarshal.GetReference(situation.Humans))
            fixed (Assignment* assignmentsAt = &MemoryMarshal.GetReference(assignments))
            {
                fw_situation situationValue = default(fw_situation);
                situationValue.Size = (uint)sizeof(fw_situation);
                situationValue.TouchedBy = situation.TouchedBy;
                situationValue.NowSecs = situation.NowSecs;
                int situationCandidatesCount = situation.Candidates.Length;
                situationValue.CandidatesCount = (UIntPtr)situationCandidatesCount;
                situationValue.Candidates = situationCandidates;
                int situationHumansCount = situation.Humans.Length;
                situationValue.HumansCount = (UIntPtr)situationHumansCount;
                situationValue.Humans = situationHumans;
                situationValue.IsTouched = (byte)(situation.IsTouched ? 1 : 0);
                situationValue.IsInAir = (byte)(situation.IsInAir ? 1 : 0);
                Status status = Native.fw_control_decide(Raw, &situationValue, assignmentsAt, (UIntPtr)assignments.Length, &assignmentsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, assignmentsLength, &error);
            }
        }

        /// <summary>
        /// Decides for every human, and returns their assignments in the order of the humans' ids. If there is too little room,
        /// nothing is decided. Carry out the assignments. In the next situation, each human must control the player of its
        /// assignment. The results are in a new array.
        /// </summary>
        public Assignment[] Decide(Situation situation)
        {
            Assignment[] all = new Assignment[Decide(situation, Span<Assignment>.Empty)];
            Decide(situation, all);
            return all;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_control_destroy(made, null);
        }
    }

    /// <summary>
    /// The tags of many clips, as written by <c>footwork compile</c>. Any number of threads may use the same database
    /// concurrently. Objects made from it keep the data that they need, so it can be destroyed whenever no call is using
    /// it.
    /// </summary>
    public sealed unsafe partial class Database : FootworkObject
    {
        private Database(Made made)
        {
            Own(made.Handle);
        }

        /// <summary>Reads a <c>.tagdb</c> from memory, and checks all of it. The bytes are copied.</summary>
        public Database(ReadOnlySpan<byte> bytes)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_database_from_bytes(bytesAt, (UIntPtr)bytes.Length, &made, &error);
                Call.Check(status, &error);
                Own(made);
            }
        }

        /// <summary>Reads a <c>.tagdb</c> file, whose path is UTF-8, and checks all of it.</summary>
        public static Database Open(string path)
        {
            fw_error error = Call.Error();
            byte[] pathBytes = Call.Bytes(path);
            ulong made;
            fixed (byte* pathAt = pathBytes)
            {
                Status status = Native.fw_database_open(pathAt, (UIntPtr)pathBytes.Length, &made, &error);
                Call.Check(status, &error);
                return new Database(new Made(made));
            }
        }

        /// <summary>Returns the number of clips. Clips are numbered from 0.</summary>
        public uint ClipCount
        {
            get
            {
                fw_error error = Call.Error();
                uint countValue;
                Status status = Native.fw_database_clip_count(Raw, &countValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return countValue;
            }
        }

        /// <summary>Finds a clip by its full name, and returns its number.</summary>
        public uint Clip(string name)
        {
            fw_error error = Call.Error();
            byte[] nameBytes = Call.Bytes(name);
            uint clipValue;
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_database_clip(Raw, nameAt, (UIntPtr)nameBytes.Length, &clipValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return clipValue;
            }
        }

        /// <summary>Returns the frame rate and length of a clip.</summary>
        public ClipInfo ClipInfo(uint clip)
        {
            fw_error error = Call.Error();
            ClipInfo infoValue = default(ClipInfo);
            Status status = Native.fw_database_clip_info(Raw, clip, &infoValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return infoValue;
        }

        /// <summary>Returns the name of a clip.</summary>
        public string ClipName(uint clip)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_database_clip_name(Raw, clip, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_database_clip_name(Raw, clip, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>
        /// Returns a stamp of all clips, tags and events. Equal contents have equal stamps, also in other processes. Call it
        /// while loading, because it reads everything.
        /// </summary>
        public ulong ContentStamp
        {
            get
            {
                fw_error error = Call.Error();
                ulong stampValue;
                Status status = Native.fw_database_content_stamp(Raw, &stampValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return stampValue;
            }
        }

        /// <summary>Returns the number of tags.</summary>
        public uint TagCount
        {
            get
            {
                fw_error error = Call.Error();
                uint countValue;
                Status status = Native.fw_database_tag_count(Raw, &countValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return countValue;
            }
        }

        /// <summary>
        /// Returns the name of a tag. Tags are numbered from 0 in the order of their names. Call it while loading, because it
        /// counts through the tags.
        /// </summary>
        public string TagName(uint tag)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_database_tag_name(Raw, tag, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_database_tag_name(Raw, tag, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>Returns the number of kinds of events.</summary>
        public uint EventCount
        {
            get
            {
                fw_error error = Call.Error();
                uint countValue;
                Status status = Native.fw_database_event_count(Raw, &countValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return countValue;
            }
        }

        /// <summary>Returns the name of a kind of event, like <c>Database.TagName</c> for tags.</summary>
        public string EventName(uint @event)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_database_event_name(Raw, @event, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_database_event_name(Raw, @event, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>
        /// Writes the times of a kind of event in a clip, rising, in seconds from its first frame. <c>Tracks.Add</c> takes such
        /// times. Call it while loading, because it counts through the events. Returns how many there are; if that is more than
        /// there is room for, nothing is written.
        /// </summary>
        public int EventTimes(uint @event, uint clip, Span<double> timesSecs)
        {
            fw_error error = Call.Error();
            UIntPtr timesSecsLength;
            fixed (double* timesSecsAt = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_database_event_times(Raw, @event, clip, timesSecsAt, (UIntPtr)timesSecs.Length, &timesSecsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, timesSecsLength, &error);
            }
        }

        /// <summary>
        /// Returns the times of a kind of event in a clip, rising, in seconds from its first frame. <c>Tracks.Add</c> takes such
        /// times. Call it while loading, because it counts through the events. The results are in a new array.
        /// </summary>
        public double[] EventTimes(uint @event, uint clip)
        {
            double[] all = new double[EventTimes(@event, clip, Span<double>.Empty)];
            EventTimes(@event, clip, all);
            return all;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_database_destroy(made, null);
        }
    }

    /// <summary>Compiled expressions with the same variables. One thread at a time may use it.</summary>
    public sealed unsafe partial class Expression : FootworkObject
    {
        private Expression(Made made)
        {
            Own(made.Handle);
        }

        /// <summary>
        /// Returns the functions that expressions can call, one per line: a call such as <c>sin(x)</c>, a tab, and its meaning.
        /// It allocates.
        /// </summary>
        public string Functions()
        {
            fw_error error = Call.Error();
            UIntPtr linesLength;
            Call.Fit(Native.fw_expression_functions(null, UIntPtr.Zero, &linesLength, &error), linesLength, &error);
            byte[] linesBytes = new byte[(int)linesLength];
            fixed (byte* linesAt = linesBytes)
            {
                Status status = Native.fw_expression_functions(linesAt, linesLength, &linesLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(linesBytes);
        }

        /// <summary>
        /// Compiles expressions with the same variables. There is one output per text. <c>seed</c> is the seed of <c>hash</c> and
        /// <c>noise</c>.
        /// </summary>
        public Expression(Texts texts, Texts variables, uint seed = 0)
        {
            fw_error error = Call.Error();
            ulong made;
            using (TextList textsList = new TextList(texts))
            using (TextList variablesList = new TextList(variables))
            {
                Status status = Native.fw_expression_compile(textsList.At, textsList.Count, variablesList.At, variablesList.Count, seed, &made, &error);
                Call.Check(status, &error);
                Own(made);
            }
        }

        /// <summary>Reads a compiled program, and checks all of it.</summary>
        public static Expression FromBytes(ReadOnlySpan<byte> bytes)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_expression_from_bytes(bytesAt, (UIntPtr)bytes.Length, &made, &error);
                Call.Check(status, &error);
                return new Expression(new Made(made));
            }
        }

        /// <summary>Returns the first output for these values of the variables. There must be at least as many values as variables.</summary>
        public float Value(ReadOnlySpan<float> values)
        {
            fw_error error = Call.Error();
            float valueValue;
            fixed (float* valuesAt = &MemoryMarshal.GetReference(values))
            {
                Status status = Native.fw_expression_value(Raw, valuesAt, (UIntPtr)values.Length, &valueValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return valueValue;
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_expression_destroy(made, null);
        }
    }

    /// <summary>
    /// The predicted flight of a ball, as a few samples. Any number of threads may use it concurrently, as long as none
    /// changes it.
    /// </summary>
    public sealed unsafe partial class Prediction : FootworkObject
    {
        /// <summary>Starts to predict a ball. <c>options</c> may be left out for the default.</summary>
        public Prediction(Physics physics, Ball ball, PredictionOptions? options = null)
        {
            fw_error error = Call.Error();
            PredictionOptions optionsValue = options.GetValueOrDefault();
            optionsValue.Size = (uint)sizeof(PredictionOptions);
            ulong made;
            Status status = Native.fw_prediction_create(physics.Raw, &ball, options.HasValue ? &optionsValue : null, &made, &error);
            GC.KeepAlive(physics);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>Restarts from another ball, such as a kicked one. The memory is reused.</summary>
        public void Restart(Physics physics, Ball ball)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_prediction_restart(Raw, physics.Raw, &ball, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(physics);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Advances by a frame. This drops the samples before a time, extends a prediction whose horizon moves with the game, and
        /// takes the steps of one frame. Call it once in every frame. The option <c>frames</c> is the number of calls for a whole
        /// horizon. Pass the physics that the prediction was made with; with any other, the flight is wrong.
        /// </summary>
        public void AdvanceFrame(Physics physics, double nowSecs)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_prediction_advance_frame(Raw, physics.Raw, nowSecs, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(physics);
            Call.Check(status, &error);
        }

        /// <summary>Drops the samples before a time, and extends a prediction whose horizon moves with the game.</summary>
        public void Advance(double nowSecs)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_prediction_advance(Raw, nowSecs, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Predicts <c>steps</c> steps of 1/240 s, or all that are left if <c>steps</c> is Constants.None. Pass the physics that
        /// the prediction was made with; with any other, the flight is wrong.
        /// </summary>
        public void Run(Physics physics, uint steps = Constants.None)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_prediction_run(Raw, physics.Raw, steps, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(physics);
            Call.Check(status, &error);
        }

        /// <summary>Returns the progress of a prediction.</summary>
        public PredictionState State
        {
            get
            {
                fw_error error = Call.Error();
                PredictionState stateValue = default(PredictionState);
                Status status = Native.fw_prediction_get_state(Raw, &stateValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return stateValue;
            }
        }

        /// <summary>Finds the position of the ball at a time, if the time is predicted and not past. Returns whether it did.</summary>
        public bool TryPositionAt(double secs, out Double3 position)
        {
            fw_error error = Call.Error();
            Double3 positionValue = default(Double3);
            byte isKnownValue;
            Status status = Native.fw_prediction_position_at(Raw, secs, (double*)&positionValue, &isKnownValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            position = positionValue;
            return isKnownValue != 0;
        }

        /// <summary>
        /// Writes the samples. The first sample is the last one before the time of the latest <c>Prediction.Advance</c>. Returns
        /// how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Samples(Span<Sample> samples)
        {
            fw_error error = Call.Error();
            UIntPtr samplesLength;
            fixed (Sample* samplesAt = &MemoryMarshal.GetReference(samples))
            {
                Status status = Native.fw_prediction_samples(Raw, samplesAt, (UIntPtr)samples.Length, &samplesLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, samplesLength, &error);
            }
        }

        /// <summary>
        /// Returns the samples. The first sample is the last one before the time of the latest <c>Prediction.Advance</c>. The
        /// results are in a new array.
        /// </summary>
        public Sample[] Samples()
        {
            Sample[] all = new Sample[Samples(Span<Sample>.Empty)];
            Samples(all);
            return all;
        }

        /// <summary>
        /// Writes the bounces and rolls, including past ones, and then the end. Returns how many there are; if that is more than
        /// there is room for, nothing is written.
        /// </summary>
        public int Events(Span<FlightEvent> events)
        {
            fw_error error = Call.Error();
            UIntPtr eventsLength;
            fixed (FlightEvent* eventsAt = &MemoryMarshal.GetReference(events))
            {
                Status status = Native.fw_prediction_events(Raw, eventsAt, (UIntPtr)events.Length, &eventsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, eventsLength, &error);
            }
        }

        /// <summary>Returns the bounces and rolls, including past ones, and then the end. The results are in a new array.</summary>
        public FlightEvent[] Events()
        {
            FlightEvent[] all = new FlightEvent[Events(Span<FlightEvent>.Empty)];
            Events(all);
            return all;
        }

        /// <summary>
        /// Writes the sections of the flight by height. <c>bands</c> may be left out for the default. Returns how many there are;
        /// if that is more than there is room for, nothing is written.
        /// </summary>
        public int Sections(Span<Section> sections, HeightBands? bands = null)
        {
            fw_error error = Call.Error();
            HeightBands bandsValue = bands.GetValueOrDefault();
            UIntPtr sectionsLength;
            fixed (Section* sectionsAt = &MemoryMarshal.GetReference(sections))
            {
                Status status = Native.fw_prediction_sections(Raw, bands.HasValue ? &bandsValue : null, sectionsAt, (UIntPtr)sections.Length, &sectionsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, sectionsLength, &error);
            }
        }

        /// <summary>
        /// Returns the sections of the flight by height. <c>bands</c> may be left out for the default. The results are in a new
        /// array.
        /// </summary>
        public Section[] Sections(HeightBands? bands = null)
        {
            Section[] all = new Section[Sections(Span<Section>.Empty, bands)];
            Sections(all, bands);
            return all;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_prediction_destroy(made, null);
        }
    }

    /// <summary>A search for all windows in which players can take the ball. One thread at a time may use it.</summary>
    public sealed unsafe partial class InterceptSearch : FootworkObject
    {
        /// <summary>Makes a search with a model, a <c>Constants.Reach…</c>.</summary>
        public InterceptSearch(uint model)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_search_create(model, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Searches the path from a time on for all players, and writes an intercept for each. If a number of a player is out of
        /// range, the others are still searched and written, and the status is Status.OutOfRange. Returns how many there are; if
        /// that is more than there is room for, nothing is written.
        /// </summary>
        public int Run(FlightPath path, ReadOnlySpan<Player> players, double nowSecs, Span<Intercept> intercepts)
        {
            fw_error error = Call.Error();
            UIntPtr interceptsLength;
            fixed (Player* playersAt = &MemoryMarshal.GetReference(players))
            fixed (Intercept* interceptsAt = &MemoryMarshal.GetReference(intercepts))
            {
                Status status = Native.fw_search_run(Raw, path.Raw, playersAt, (UIntPtr)players.Length, nowSecs, interceptsAt, (UIntPtr)intercepts.Length, &interceptsLength, &error);
                GC.KeepAlive(this);
                GC.KeepAlive(path);
                return Call.Fit(status, interceptsLength, &error);
            }
        }

        /// <summary>
        /// Searches the path from a time on for all players, and returns an intercept for each. If a number of a player is out of
        /// range, the others are still searched and written, and the status is Status.OutOfRange. The results are in a new array.
        /// </summary>
        public Intercept[] Run(FlightPath path, ReadOnlySpan<Player> players, double nowSecs)
        {
            Intercept[] all = new Intercept[Run(path, players, nowSecs, Span<Intercept>.Empty)];
            Run(path, players, nowSecs, all);
            return all;
        }

        /// <summary>
        /// Writes the windows that the last run found for the player at <c>index</c> in its list. They are in order and do not
        /// touch each other. Indices past the last player have none. Returns how many there are; if that is more than there is
        /// room for, nothing is written.
        /// </summary>
        public int Windows(uint index, Span<Window> windows)
        {
            fw_error error = Call.Error();
            UIntPtr windowsLength;
            fixed (Window* windowsAt = &MemoryMarshal.GetReference(windows))
            {
                Status status = Native.fw_search_windows(Raw, (UIntPtr)index, windowsAt, (UIntPtr)windows.Length, &windowsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, windowsLength, &error);
            }
        }

        /// <summary>
        /// Returns the windows that the last run found for the player at <c>index</c> in its list. They are in order and do not
        /// touch each other. Indices past the last player have none. The results are in a new array.
        /// </summary>
        public Window[] Windows(uint index)
        {
            Window[] all = new Window[Windows(index, Span<Window>.Empty)];
            Windows(index, all);
            return all;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_search_destroy(made, null);
        }
    }

    /// <summary>First intercepts, kept from frame to frame so that most frames need no search. One thread at a time may use it.</summary>
    public sealed unsafe partial class InterceptCache : FootworkObject
    {
        /// <summary>Makes a cache with a model, a <c>Constants.Reach…</c>.</summary>
        public InterceptCache(uint model)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_intercept_cache_create(model, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Writes the same intercepts as <c>InterceptSearch.Run</c>, with the same bits. Keep each player at the same index from
        /// frame to frame. A player who takes the index of another is searched from the start. Returns how many there are; if
        /// that is more than there is room for, nothing is written.
        /// </summary>
        public int Update(FlightPath path, ReadOnlySpan<Player> players, double nowSecs, Span<Intercept> intercepts)
        {
            fw_error error = Call.Error();
            UIntPtr interceptsLength;
            fixed (Player* playersAt = &MemoryMarshal.GetReference(players))
            fixed (Intercept* interceptsAt = &MemoryMarshal.GetReference(intercepts))
            {
                Status status = Native.fw_intercept_cache_update(Raw, path.Raw, playersAt, (UIntPtr)players.Length, nowSecs, interceptsAt, (UIntPtr)intercepts.Length, &interceptsLength, &error);
                GC.KeepAlive(this);
                GC.KeepAlive(path);
                return Call.Fit(status, interceptsLength, &error);
            }
        }

        /// <summary>
        /// Returns the same intercepts as <c>InterceptSearch.Run</c>, with the same bits. Keep each player at the same index from
        /// frame to frame. A player who takes the index of another is searched from the start. The results are in a new array.
        /// </summary>
        public Intercept[] Update(FlightPath path, ReadOnlySpan<Player> players, double nowSecs)
        {
            Intercept[] all = new Intercept[Update(path, players, nowSecs, Span<Intercept>.Empty)];
            Update(path, players, nowSecs, all);
            return all;
        }

        /// <summary>Forgets all players. Needed when the clock goes back.</summary>
        public void Clear()
        {
            fw_error error = Call.Error();
            Status status = Native.fw_intercept_cache_clear(Raw, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_intercept_cache_destroy(made, null);
        }
    }

    /// <summary>
    /// The features that a character should have next. Features that are not set follow the playing pose. One thread at a
    /// time may use it.
    /// </summary>
    public sealed unsafe partial class Goal : FootworkObject
    {
        /// <summary>Makes a goal for an index. No group is set, so the character continues its motion.</summary>
        public Goal(PoseIndex index)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_goal_create(index.Raw, &made, &error);
            GC.KeepAlive(index);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>Sets a group of features. There must be as many values as the group has features.</summary>
        public void Set(string group, ReadOnlySpan<float> values)
        {
            fw_error error = Call.Error();
            byte[] groupBytes = Call.Bytes(group);
            fixed (byte* groupAt = groupBytes)
            fixed (float* valuesAt = &MemoryMarshal.GetReference(values))
            {
                Status status = Native.fw_goal_set(Raw, groupAt, (UIntPtr)groupBytes.Length, valuesAt, (UIntPtr)values.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>Unsets a group, so that it follows the playing pose again.</summary>
        public void Unset(string group)
        {
            fw_error error = Call.Error();
            byte[] groupBytes = Call.Bytes(group);
            fixed (byte* groupAt = groupBytes)
            {
                Status status = Native.fw_goal_unset(Raw, groupAt, (UIntPtr)groupBytes.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_goal_destroy(made, null);
        }
    }

    /// <summary>Plays the poses of a character, and decides when to jump to another. One thread at a time may use it.</summary>
    public sealed unsafe partial class Matcher : FootworkObject
    {
        /// <summary>Makes a matcher that plays from a pose. <c>rules</c> may be left out for the default.</summary>
        public Matcher(PoseId start, Rules? rules = null)
        {
            fw_error error = Call.Error();
            Rules rulesValue = rules.GetValueOrDefault();
            rulesValue.Size = (uint)sizeof(Rules);
            ulong made;
            Status status = Native.fw_matcher_create(rules.HasValue ? &rulesValue : null, &start, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Plays for <c>dtSecs</c>, and then decides. <c>inputChanged</c> triggers a search immediately. <c>options</c> may be
        /// left out for the default. The largest cost in <c>options</c> is ignored.
        /// </summary>
        public Step Update(PoseIndex index, double dtSecs, Goal goal, bool inputChanged, SearchOptions options = default(SearchOptions))
        {
            fw_error error = Call.Error();
            Step stepValue = default(Step);
            fixed (float* optionsWeights = &MemoryMarshal.GetReference(options.Weights))
            {
                fw_search_options optionsValue = default(fw_search_options);
                optionsValue.Size = (uint)sizeof(fw_search_options);
                optionsValue.Filter = options.Filter == null ? 0 : options.Filter.Raw;
                int optionsWeightsCount = options.Weights.Length;
                optionsValue.WeightsCount = (UIntPtr)optionsWeightsCount;
                optionsValue.Weights = optionsWeights;
                optionsValue.HasMaxCost = options.MaxCost.HasValue ? 1u : 0u;
                optionsValue.MaxCost = options.MaxCost.GetValueOrDefault();
                optionsValue.Bias = options.Bias == null ? 0 : options.Bias.Raw;
                Status status = Native.fw_matcher_update(Raw, index.Raw, dtSecs, goal.Raw, (byte)(inputChanged ? 1 : 0), &optionsValue, &stepValue, &error);
                GC.KeepAlive(this);
                GC.KeepAlive(index);
                GC.KeepAlive(goal);
                GC.KeepAlive(options.Filter);
                GC.KeepAlive(options.Bias);
                Call.Check(status, &error);
                return stepValue;
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_matcher_destroy(made, null);
        }
    }

    /// <summary>Turns the input of a stick into the trajectory of a goal. One thread at a time may use it.</summary>
    public sealed unsafe partial class Controller : FootworkObject
    {
        /// <summary>Makes a controller at a place. <c>config</c> may be left out for the default.</summary>
        public Controller(Place place, ControllerConfig? config = null)
        {
            fw_error error = Call.Error();
            ControllerConfig configValue = config.GetValueOrDefault();
            configValue.Size = (uint)sizeof(ControllerConfig);
            ulong made;
            Status status = Native.fw_controller_create(config.HasValue ? &configValue : null, &place, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>Follows the stick for <c>dtSecs</c>, and returns the new place. A time or a stick that is not finite changes nothing.</summary>
        public Place Update(double dtSecs, Stick stick)
        {
            fw_error error = Call.Error();
            Place placeValue = default(Place);
            Status status = Native.fw_controller_update(Raw, dtSecs, &stick, &placeValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return placeValue;
        }

        /// <summary>Sets all trajectories of a goal to the predicted path of this controller, relative to the place of a character.</summary>
        public void SetGoal(PoseIndex index, Place character, Stick stick, Goal goal)
        {
            fw_error error = Call.Error();
            Status status = Native.fw_controller_set_goal(Raw, index.Raw, &character, &stick, goal.Raw, &error);
            GC.KeepAlive(this);
            GC.KeepAlive(index);
            GC.KeepAlive(goal);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Returns the place of a character after the controller has pulled it for <c>dtSecs</c>. The speed of the character
        /// limits the pull.
        /// </summary>
        public Place Adjusted(double dtSecs, Place character, double speedMps)
        {
            fw_error error = Call.Error();
            Place placeValue = default(Place);
            Status status = Native.fw_controller_adjusted(Raw, dtSecs, &character, speedMps, &placeValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return placeValue;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_controller_destroy(made, null);
        }
    }

    public unsafe partial struct Guards
    {
        /// <summary>Returns the defaults.</summary>
        public static Guards Default()
        {
            fw_error error = Call.Error();
            Guards guardsValue = default(Guards);
            guardsValue.Size = (uint)sizeof(Guards);
            Status status = Native.fw_guards_default(&guardsValue, &error);
            Call.Check(status, &error);
            return guardsValue;
        }
    }

    /// <summary>
    /// A network of one character. Another library runs it. This object computes the numbers that the network takes, and
    /// decodes the tags and events that it returns. Frame i, from 0, is at i / rate seconds of the clock. One thread at a
    /// time may use it.
    /// </summary>
    public sealed unsafe partial class Network : FootworkObject
    {
        /// <summary>
        /// Reads the specification of a network from the bytes of its ONNX file, or from the JSON of the specification. The error
        /// names the first column that this library would compute differently. <c>guards</c> may be left out for the default.
        /// Events are decoded <c>leadSecs</c> before they happen, up to a quarter of their window. <c>delaySecs</c> is the time
        /// after which each frame is pushed, measured from its time on the clock, for a network that needs later frames. Both may
        /// be 0. Call it while loading, because it allocates.
        /// </summary>
        public Network(ReadOnlySpan<byte> bytes, Guards? guards = null, double leadSecs = 0, double delaySecs = 0)
        {
            fw_error error = Call.Error();
            Guards guardsValue = guards.GetValueOrDefault();
            guardsValue.Size = (uint)sizeof(Guards);
            ulong made;
            fixed (byte* bytesAt = &MemoryMarshal.GetReference(bytes))
            {
                Status status = Native.fw_network_from_bytes(bytesAt, (UIntPtr)bytes.Length, guards.HasValue ? &guardsValue : null, leadSecs, delaySecs, &made, &error);
                Call.Check(status, &error);
                Own(made);
            }
        }

        /// <summary>
        /// Checks that the columns of a network mean the same as those of another specification, given as the bytes of an ONNX
        /// file or as JSON. Compares rate, columns and units, heading, events, frames, inputs and outputs. Status.BadData names
        /// the first difference. Call it while loading, because it allocates.
        /// </summary>
        public void Check(ReadOnlySpan<byte> expected)
        {
            fw_error error = Call.Error();
            fixed (byte* expectedAt = &MemoryMarshal.GetReference(expected))
            {
                Status status = Native.fw_network_check(Raw, expectedAt, (UIntPtr)expected.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>Returns the sizes of a network.</summary>
        public NetworkInfo Info
        {
            get
            {
                fw_error error = Call.Error();
                NetworkInfo infoValue = default(NetworkInfo);
                Status status = Native.fw_network_get_info(Raw, &infoValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return infoValue;
            }
        }

        /// <summary>Returns the name of a column. Columns are numbered from 0, in the order channels, events, tags, poses.</summary>
        public string ColumnName(uint column)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_network_column_name(Raw, column, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_network_column_name(Raw, column, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>
        /// Writes the numbers of the columns that the network takes, in the order of its input. Returns how many there are; if
        /// that is more than there is room for, nothing is written.
        /// </summary>
        public int Inputs(Span<uint> columns)
        {
            fw_error error = Call.Error();
            UIntPtr columnsLength;
            fixed (uint* columnsAt = &MemoryMarshal.GetReference(columns))
            {
                Status status = Native.fw_network_inputs(Raw, columnsAt, (UIntPtr)columns.Length, &columnsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, columnsLength, &error);
            }
        }

        /// <summary>Returns the numbers of the columns that the network takes, in the order of its input. The results are in a new array.</summary>
        public uint[] Inputs()
        {
            uint[] all = new uint[Inputs(Span<uint>.Empty)];
            Inputs(all);
            return all;
        }

        /// <summary>
        /// Writes the numbers of the columns that the network returns, in the order of its output. Returns how many there are; if
        /// that is more than there is room for, nothing is written.
        /// </summary>
        public int Outputs(Span<uint> columns)
        {
            fw_error error = Call.Error();
            UIntPtr columnsLength;
            fixed (uint* columnsAt = &MemoryMarshal.GetReference(columns))
            {
                Status status = Native.fw_network_outputs(Raw, columnsAt, (UIntPtr)columns.Length, &columnsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, columnsLength, &error);
            }
        }

        /// <summary>
        /// Returns the numbers of the columns that the network returns, in the order of its output. The results are in a new
        /// array.
        /// </summary>
        public uint[] Outputs()
        {
            uint[] all = new uint[Outputs(Span<uint>.Empty)];
            Outputs(all);
            return all;
        }

        /// <summary>
        /// Returns the name of a kind of event. Events are numbered from 0, in the order of the specification, without those that
        /// the network does not return.
        /// </summary>
        public string EventName(uint @event)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_network_event_name(Raw, @event, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_network_event_name(Raw, @event, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>Finds a kind of event by its full name, and returns its number.</summary>
        public uint Event(string name)
        {
            fw_error error = Call.Error();
            byte[] nameBytes = Call.Bytes(name);
            uint eventValue;
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_network_event(Raw, nameAt, (UIntPtr)nameBytes.Length, &eventValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return eventValue;
            }
        }

        /// <summary>
        /// Returns the name of a tag. Tags are numbered from 0, in the order of the specification, without those that the network
        /// does not return.
        /// </summary>
        public string TagName(uint tag)
        {
            fw_error error = Call.Error();
            UIntPtr nameLength;
            Call.Fit(Native.fw_network_tag_name(Raw, tag, null, UIntPtr.Zero, &nameLength, &error), nameLength, &error);
            byte[] nameBytes = new byte[(int)nameLength];
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_network_tag_name(Raw, tag, nameAt, nameLength, &nameLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(nameBytes);
        }

        /// <summary>Finds a tag by its full name, and returns its number.</summary>
        public uint Tag(string name)
        {
            fw_error error = Call.Error();
            byte[] nameBytes = Call.Bytes(name);
            uint tagValue;
            fixed (byte* nameAt = nameBytes)
            {
                Status status = Native.fw_network_tag(Raw, nameAt, (UIntPtr)nameBytes.Length, &tagValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return tagValue;
            }
        }

        /// <summary>
        /// Scales the columns of one frame, given in the order of the network's input, and writes the numbers that the network
        /// takes. Not needed with <c>Network.PushPose</c>.
        /// </summary>
        public void Scale(ReadOnlySpan<float> inputs, Span<float> scaled)
        {
            fw_error error = Call.Error();
            fixed (float* inputsAt = &MemoryMarshal.GetReference(inputs))
            fixed (float* scaledAt = &MemoryMarshal.GetReference(scaled))
            {
                Status status = Native.fw_network_scale(Raw, inputsAt, (UIntPtr)inputs.Length, scaledAt, (UIntPtr)scaled.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>Reads what the network returned for the next frame, in the order of its output, and decodes its tags and events.</summary>
        public void Push(ReadOnlySpan<float> outputs)
        {
            fw_error error = Call.Error();
            fixed (float* outputsAt = &MemoryMarshal.GetReference(outputs))
            {
                Status status = Native.fw_network_push(Raw, outputsAt, (UIntPtr)outputs.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>Returns the time of the next frame on the clock, in seconds. Push frames until it is later than the clock.</summary>
        public double NextFrameSecs
        {
            get
            {
                fw_error error = Call.Error();
                double secsValue;
                Status status = Native.fw_network_next_frame_secs(Raw, &secsValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return secsValue;
            }
        }

        /// <summary>
        /// Writes the times of the events of a kind that an update of the clock passed, each once, in the order of passing. These
        /// are times in (previous, now], or in [now, previous) if the clock ran backwards. An event that becomes known only after
        /// it happened is passed on the frame that makes it known. So its time may be before <c>previousSecs</c>, by up to a
        /// frame plus the delay. Begin a stream with <c>previousSecs</c> below 0, because an event may be at 0. Only the latest
        /// 16 events of each kind are kept. Returns how many there are; if that is more than there is room for, nothing is
        /// written.
        /// </summary>
        public int Passed(uint @event, double previousSecs, double nowSecs, Span<double> timesSecs)
        {
            fw_error error = Call.Error();
            UIntPtr timesSecsLength;
            fixed (double* timesSecsAt = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_network_passed(Raw, @event, previousSecs, nowSecs, timesSecsAt, (UIntPtr)timesSecs.Length, &timesSecsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, timesSecsLength, &error);
            }
        }

        /// <summary>
        /// Returns the times of the events of a kind that an update of the clock passed, each once, in the order of passing.
        /// These are times in (previous, now], or in [now, previous) if the clock ran backwards. An event that becomes known only
        /// after it happened is passed on the frame that makes it known. So its time may be before <c>previousSecs</c>, by up to
        /// a frame plus the delay. Begin a stream with <c>previousSecs</c> below 0, because an event may be at 0. Only the latest
        /// 16 events of each kind are kept. The results are in a new array.
        /// </summary>
        public double[] Passed(uint @event, double previousSecs, double nowSecs)
        {
            double[] all = new double[Passed(@event, previousSecs, nowSecs, Span<double>.Empty)];
            Passed(@event, previousSecs, nowSecs, all);
            return all;
        }

        /// <summary>
        /// Returns the time on the clock at which an event of a kind will be passed, if that is after <c>nowSecs</c> and at most
        /// <c>secs</c> later; otherwise NaN. Use it to prepare for the event, for example to start a sound ahead of its peak. The
        /// time changes with every frame, and the network may withdraw the event.
        /// </summary>
        public double Coming(uint @event, double nowSecs, double secs)
        {
            fw_error error = Call.Error();
            double atSecsValue;
            Status status = Native.fw_network_coming(Raw, @event, nowSecs, secs, &atSecsValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return atSecsValue;
        }

        /// <summary>Returns whether a tag holds on the last frame, which means that its output is at least 0.5.</summary>
        public bool Holds(uint tag)
        {
            fw_error error = Call.Error();
            byte holdsValue;
            Status status = Native.fw_network_holds(Raw, tag, &holdsValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return holdsValue != 0;
        }

        /// <summary>
        /// Writes all columns of the last pushed frame with the scaling undone. Columns that the network does not return are 0.
        /// Returns how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Row(Span<float> row)
        {
            fw_error error = Call.Error();
            UIntPtr rowLength;
            fixed (float* rowAt = &MemoryMarshal.GetReference(row))
            {
                Status status = Native.fw_network_row(Raw, rowAt, (UIntPtr)row.Length, &rowLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, rowLength, &error);
            }
        }

        /// <summary>
        /// Returns all columns of the last pushed frame with the scaling undone. Columns that the network does not return are 0.
        /// The results are in a new array.
        /// </summary>
        public float[] Row()
        {
            float[] all = new float[Row(Span<float>.Empty)];
            Row(all);
            return all;
        }

        /// <summary>Begins a new stream, as after a jump to another motion. Its clock starts at 0.</summary>
        public void Restart()
        {
            fw_error error = Call.Error();
            Status status = Native.fw_network_restart(Raw, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>
        /// Sets the skeleton whose poses the network takes, and begins a new stream. Each joint has a name, a parent, an offset
        /// and a role. The parent comes before the joint, and is Constants.None for the root. The offset is from the parent at
        /// rest, in metres. The role is a text such as <c>leftFoot</c>, or empty. <c>travelling</c> is the joint that carries the
        /// character over the ground, such as the hips. If <c>hasChannels</c> is not 0, channels are computed from the poses too,
        /// and outputs come up to two frames later. Otherwise the caller gives channels with each pose. If the skeleton does not
        /// fit, Status.BadData names the first difference. Call it while loading, because it allocates.
        /// </summary>
        public void SetSkeleton(Texts names, ReadOnlySpan<uint> parents, ReadOnlySpan<float> offsetsM, Texts roles, uint travelling, bool hasChannels)
        {
            fw_error error = Call.Error();
            using (TextList namesList = new TextList(names))
            fixed (uint* parentsAt = &MemoryMarshal.GetReference(parents))
            fixed (float* offsetsMAt = &MemoryMarshal.GetReference(offsetsM))
            using (TextList rolesList = new TextList(roles))
            {
                Status status = Native.fw_network_set_skeleton(Raw, namesList.At, namesList.Count, parentsAt, (UIntPtr)parents.Length, offsetsMAt, (UIntPtr)offsetsM.Length, rolesList.At, rolesList.Count, travelling, (byte)(hasChannels ? 1 : 0), &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        /// <summary>
        /// Computes the inputs of the network from the next pose. <c>position</c> is the world position of joint 0 in metres; y
        /// is up. <c>rotations</c> has four numbers for each joint: a quaternion x, y, z, w in the space of the parent.
        /// <c>translationsM</c> has three numbers for each joint: the position in the space of the parent. It is empty if joints
        /// keep their offsets. <c>given</c> has the columns of channels, events and tags, in this order, or is empty if the
        /// network takes none. <c>facts</c> may be left out. Returns whether there is a new frame to run the network on. There
        /// always is one unless channels are computed.
        /// </summary>
        public bool PushPose(Double3 position, ReadOnlySpan<float> rotations, ReadOnlySpan<float> translationsM, ReadOnlySpan<float> given, PoseFacts? facts = null)
        {
            fw_error error = Call.Error();
            PoseFacts factsValue = facts.GetValueOrDefault();
            byte isReadyValue;
            fixed (float* rotationsAt = &MemoryMarshal.GetReference(rotations))
            fixed (float* translationsMAt = &MemoryMarshal.GetReference(translationsM))
            fixed (float* givenAt = &MemoryMarshal.GetReference(given))
            {
                Status status = Native.fw_network_push_pose(Raw, (double*)&position, rotationsAt, (UIntPtr)rotations.Length, translationsMAt, (UIntPtr)translationsM.Length, givenAt, (UIntPtr)given.Length, facts.HasValue ? &factsValue : null, &isReadyValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return isReadyValue != 0;
            }
        }

        /// <summary>
        /// Writes the input tensor of the network, of shape (1, frames, inputs) of <c>NetworkInfo</c>. It has the scaled numbers
        /// of the last frames, the oldest first. Until there are enough poses, the first pose fills the earlier frames. Returns
        /// how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Window(Span<float> window)
        {
            fw_error error = Call.Error();
            UIntPtr windowLength;
            fixed (float* windowAt = &MemoryMarshal.GetReference(window))
            {
                Status status = Native.fw_network_window(Raw, windowAt, (UIntPtr)window.Length, &windowLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, windowLength, &error);
            }
        }

        /// <summary>
        /// Returns the input tensor of the network, of shape (1, frames, inputs) of <c>NetworkInfo</c>. It has the scaled numbers
        /// of the last frames, the oldest first. Until there are enough poses, the first pose fills the earlier frames. The
        /// results are in a new array.
        /// </summary>
        public float[] Window()
        {
            float[] all = new float[Window(Span<float>.Empty)];
            Window(all);
            return all;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_network_destroy(made, null);
        }
    }

    public unsafe partial struct BallParams
    {
        /// <summary>Returns the defaults, which are those of a football.</summary>
        public static BallParams Default()
        {
            fw_error error = Call.Error();
            BallParams paramsValue = default(BallParams);
            paramsValue.Size = (uint)sizeof(BallParams);
            Status status = Native.fw_ball_params_default(&paramsValue, &error);
            Call.Check(status, &error);
            return paramsValue;
        }
    }

    /// <summary>The shapes that a ball bounces off: planes, boxes and capsules. One thread at a time may use it.</summary>
    public sealed unsafe partial class Statics : FootworkObject
    {
        /// <summary>Makes the statics of a pitch. <c>pitch</c> may be left out for none.</summary>
        public Statics(Pitch? pitch = null)
        {
            fw_error error = Call.Error();
            Pitch pitchValue = pitch.GetValueOrDefault();
            pitchValue.Size = (uint)sizeof(Pitch);
            ulong made;
            Status status = Native.fw_statics_create(pitch.HasValue ? &pitchValue : null, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Adds a shape, and returns its number, which identifies it in touches. <c>surface</c> may be left out for the surface
        /// of the ground.
        /// </summary>
        public uint Add(StaticShape shape, Surface? surface = null)
        {
            fw_error error = Call.Error();
            Surface surfaceValue = surface.GetValueOrDefault();
            uint hitValue;
            Status status = Native.fw_statics_add(Raw, &shape, surface.HasValue ? &surfaceValue : null, &hitValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return hitValue;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_statics_destroy(made, null);
        }
    }

    /// <summary>
    /// The physics of a ball, with the shapes it bounces off. Any number of threads may use the same physics
    /// concurrently.
    /// </summary>
    public sealed unsafe partial class Physics : FootworkObject
    {
        /// <summary>Makes the physics of a ball among these statics, which it copies. <c>params</c> may be left out for a football.</summary>
        public Physics(Statics statics, BallParams? @params = null)
        {
            fw_error error = Call.Error();
            BallParams @paramsValue = @params.GetValueOrDefault();
            @paramsValue.Size = (uint)sizeof(BallParams);
            ulong made;
            Status status = Native.fw_physics_create(@params.HasValue ? &@paramsValue : null, statics.Raw, &made, &error);
            GC.KeepAlive(statics);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Moves a ball by steps of 1/240 s, at most an hour of them, and returns its touches on the way. If there is too little
        /// room for the touches, the ball stays where it is.
        /// </summary>
        public int Step(ref Ball ball, uint steps, Span<Touch> touches)
        {
            fw_error error = Call.Error();
            UIntPtr touchesLength;
            fixed (Ball* ballAt = &ball)
            fixed (Touch* touchesAt = &MemoryMarshal.GetReference(touches))
            {
                Status status = Native.fw_physics_step(Raw, ballAt, steps, touchesAt, (UIntPtr)touches.Length, &touchesLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return checked((int)touchesLength);
            }
        }

        /// <summary>
        /// Moves a ball by steps of 1/240 s, at most an hour of them, and writes its touches on the way. If there is too little
        /// room for the touches, the ball stays where it is.
        /// </summary>
        public void Step(ref Ball ball, uint steps)
        {
            fw_error error = Call.Error();
            fixed (Ball* ballAt = &ball)
            {
                Status status = Native.fw_physics_step(Raw, ballAt, steps, null, UIntPtr.Zero, null, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_physics_destroy(made, null);
        }
    }

    public unsafe partial struct Ball
    {
        /// <summary>Places a ball at the step nearest to a time. <c>spin</c> may be left out for none.</summary>
        public static Ball Place(double nowSecs, Double3 position, Double3 velocity, Double3? spin = null)
        {
            fw_error error = Call.Error();
            Double3 spinValue = spin.GetValueOrDefault();
            Ball ballValue = default(Ball);
            Status status = Native.fw_ball_place(nowSecs, (double*)&position, (double*)&velocity, spin.HasValue ? (double*)&spinValue : null, &ballValue, &error);
            Call.Check(status, &error);
            return ballValue;
        }

        /// <summary>Gives a ball another velocity and spin at its current place and time. <c>spin</c> may be left out for none.</summary>
        public void Kick(Double3 velocity, Double3? spin = null)
        {
            fw_error error = Call.Error();
            Double3 spinValue = spin.GetValueOrDefault();
            fixed (Ball* ballAt = &this)
            {
                Status status = Native.fw_ball_kick(ballAt, (double*)&velocity, spin.HasValue ? (double*)&spinValue : null, &error);
                Call.Check(status, &error);
            }
        }

        /// <summary>Returns the time of a ball, in seconds.</summary>
        public double Secs
        {
            get
            {
                fw_error error = Call.Error();
                Ball self = this;
                double secsValue;
                Status status = Native.fw_ball_secs(&self, &secsValue, &error);
                Call.Check(status, &error);
                return secsValue;
            }
        }
    }

    /// <summary>A query, bound to one database. One thread at a time may use it.</summary>
    public sealed unsafe partial class Query : FootworkObject
    {
        /// <summary>
        /// Returns the functions of the query language, one per line: a call such as <c>first(query, amount)</c>, a tab, and its
        /// meaning. It allocates.
        /// </summary>
        public string Functions()
        {
            fw_error error = Call.Error();
            UIntPtr linesLength;
            Call.Fit(Native.fw_query_functions(null, UIntPtr.Zero, &linesLength, &error), linesLength, &error);
            byte[] linesBytes = new byte[(int)linesLength];
            fixed (byte* linesAt = linesBytes)
            {
                Status status = Native.fw_query_functions(linesAt, linesLength, &linesLength, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
            return Call.Text(linesBytes);
        }

        /// <summary>Parses a query, looks up its names, and evaluates it once in advance.</summary>
        public Query(Database database, string query)
        {
            fw_error error = Call.Error();
            byte[] queryBytes = Call.Bytes(query);
            ulong made;
            fixed (byte* queryAt = queryBytes)
            {
                Status status = Native.fw_query_bind(database.Raw, queryAt, (UIntPtr)queryBytes.Length, &made, &error);
                GC.KeepAlive(database);
                Call.Check(status, &error);
                Own(made);
            }
        }

        /// <summary>
        /// Writes all ranges in which the query holds, in the order of clips and frames. The query is evaluated on each call.
        /// Returns how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int Ranges(Span<Range> ranges)
        {
            fw_error error = Call.Error();
            UIntPtr rangesLength;
            fixed (Range* rangesAt = &MemoryMarshal.GetReference(ranges))
            {
                Status status = Native.fw_query_ranges(Raw, rangesAt, (UIntPtr)ranges.Length, &rangesLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, rangesLength, &error);
            }
        }

        /// <summary>
        /// Returns all ranges in which the query holds, in the order of clips and frames. The query is evaluated on each call.
        /// The results are in a new array.
        /// </summary>
        public Range[] Ranges()
        {
            Range[] all = new Range[Ranges(Span<Range>.Empty)];
            Ranges(all);
            return all;
        }

        /// <summary>
        /// Writes the ranges of one clip. The query keeps the result, and is not evaluated again. Returns how many there are; if
        /// that is more than there is room for, nothing is written.
        /// </summary>
        public int RangesIn(uint clip, Span<Range> ranges)
        {
            fw_error error = Call.Error();
            UIntPtr rangesLength;
            fixed (Range* rangesAt = &MemoryMarshal.GetReference(ranges))
            {
                Status status = Native.fw_query_ranges_in(Raw, clip, rangesAt, (UIntPtr)ranges.Length, &rangesLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, rangesLength, &error);
            }
        }

        /// <summary>
        /// Returns the ranges of one clip. The query keeps the result, and is not evaluated again. The results are in a new
        /// array.
        /// </summary>
        public Range[] RangesIn(uint clip)
        {
            Range[] all = new Range[RangesIn(clip, Span<Range>.Empty)];
            RangesIn(clip, all);
            return all;
        }

        /// <summary>
        /// Writes whether the query holds on each frame of a clip. Bit <c>f % 64</c> of word <c>f / 64</c> is for frame <c>f</c>.
        /// Bits past the last frame are 0. Returns how many there are; if that is more than there is room for, nothing is
        /// written.
        /// </summary>
        public int Mask(uint clip, Span<ulong> words)
        {
            fw_error error = Call.Error();
            UIntPtr wordsLength;
            fixed (ulong* wordsAt = &MemoryMarshal.GetReference(words))
            {
                Status status = Native.fw_query_mask(Raw, clip, wordsAt, (UIntPtr)words.Length, &wordsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, wordsLength, &error);
            }
        }

        /// <summary>
        /// Returns whether the query holds on each frame of a clip. Bit <c>f % 64</c> of word <c>f / 64</c> is for frame
        /// <c>f</c>. Bits past the last frame are 0. The results are in a new array.
        /// </summary>
        public ulong[] Mask(uint clip)
        {
            ulong[] all = new ulong[Mask(clip, Span<ulong>.Empty)];
            Mask(clip, all);
            return all;
        }

        /// <summary>Returns whether the query holds on a frame. It does not hold past the end of a clip, or in a clip that does not exist.</summary>
        public bool Holds(uint clip, uint frame)
        {
            fw_error error = Call.Error();
            byte holdsValue;
            Status status = Native.fw_query_holds(Raw, clip, frame, &holdsValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return holdsValue != 0;
        }

        /// <summary>
        /// Writes the result of <c>Query.Holds</c> for many frames. Bit <c>i % 64</c> of word <c>i / 64</c> is for item <c>i</c>
        /// of <c>frames</c>. <c>words</c> needs room for one word per 64 frames, rounded up. The other bits of the last word
        /// become 0. Returns how many there are; if that is more than there is room for, nothing is written.
        /// </summary>
        public int HoldsMany(ReadOnlySpan<Frame> frames, Span<ulong> words)
        {
            fw_error error = Call.Error();
            UIntPtr wordsLength;
            fixed (Frame* framesAt = &MemoryMarshal.GetReference(frames))
            fixed (ulong* wordsAt = &MemoryMarshal.GetReference(words))
            {
                Status status = Native.fw_query_holds_many(Raw, framesAt, (UIntPtr)frames.Length, wordsAt, (UIntPtr)words.Length, &wordsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, wordsLength, &error);
            }
        }

        /// <summary>
        /// Returns the result of <c>Query.Holds</c> for many frames. Bit <c>i % 64</c> of word <c>i / 64</c> is for item <c>i</c>
        /// of <c>frames</c>. <c>words</c> needs room for one word per 64 frames, rounded up. The other bits of the last word
        /// become 0. The results are in a new array.
        /// </summary>
        public ulong[] HoldsMany(ReadOnlySpan<Frame> frames)
        {
            ulong[] all = new ulong[HoldsMany(frames, Span<ulong>.Empty)];
            HoldsMany(frames, all);
            return all;
        }

        /// <summary>
        /// Returns the first later frame on which the query changes between holding and not holding. Returns Constants.None if
        /// there is no change to the end of the clip and beyond.
        /// </summary>
        public uint NextChange(uint clip, uint frame)
        {
            fw_error error = Call.Error();
            uint nextValue;
            Status status = Native.fw_query_next_change(Raw, clip, frame, &nextValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return nextValue;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_query_destroy(made, null);
        }
    }

    public unsafe partial struct PredictionOptions
    {
        /// <summary>Returns the defaults.</summary>
        public static PredictionOptions Default()
        {
            fw_error error = Call.Error();
            PredictionOptions optionsValue = default(PredictionOptions);
            optionsValue.Size = (uint)sizeof(PredictionOptions);
            Status status = Native.fw_prediction_options_default(&optionsValue, &error);
            Call.Check(status, &error);
            return optionsValue;
        }
    }

    /// <summary>
    /// A cache of the results of queries. The queries may be of any number of databases. Queries with the same meaning
    /// share a result. One thread at a time may use it.
    /// </summary>
    public sealed unsafe partial class QueryCache : FootworkObject
    {
        /// <summary>Makes a cache whose results take at most <c>maxBytes</c> bytes.</summary>
        public QueryCache(uint maxBytes)
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_query_cache_create((UIntPtr)maxBytes, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Writes the same ranges as <c>Query.Ranges</c>, from the cache if it has them. Returns how many there are; if that is
        /// more than there is room for, nothing is written.
        /// </summary>
        public int Ranges(Query query, Span<Range> ranges)
        {
            fw_error error = Call.Error();
            UIntPtr rangesLength;
            fixed (Range* rangesAt = &MemoryMarshal.GetReference(ranges))
            {
                Status status = Native.fw_query_cache_ranges(Raw, query.Raw, rangesAt, (UIntPtr)ranges.Length, &rangesLength, &error);
                GC.KeepAlive(this);
                GC.KeepAlive(query);
                return Call.Fit(status, rangesLength, &error);
            }
        }

        /// <summary>Returns the same ranges as <c>Query.Ranges</c>, from the cache if it has them. The results are in a new array.</summary>
        public Range[] Ranges(Query query)
        {
            Range[] all = new Range[Ranges(query, Span<Range>.Empty)];
            Ranges(query, all);
            return all;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_query_cache_destroy(made, null);
        }
    }

    public unsafe partial struct RecordConfig
    {
        /// <summary>Returns the defaults.</summary>
        public static RecordConfig Default()
        {
            fw_error error = Call.Error();
            RecordConfig configValue = default(RecordConfig);
            configValue.Size = (uint)sizeof(RecordConfig);
            Status status = Native.fw_record_config_default(&configValue, &error);
            Call.Check(status, &error);
            return configValue;
        }
    }

    public unsafe partial struct Pitch
    {
        /// <summary>Returns the defaults.</summary>
        public static Pitch Default()
        {
            fw_error error = Call.Error();
            Pitch pitchValue = default(Pitch);
            pitchValue.Size = (uint)sizeof(Pitch);
            Status status = Native.fw_pitch_default(&pitchValue, &error);
            Call.Check(status, &error);
            return pitchValue;
        }
    }

    /// <summary>
    /// Tracks of events. Each track has the times of one kind of event. Any number of threads may use it concurrently, as
    /// long as none adds a track.
    /// </summary>
    public sealed unsafe partial class Tracks : FootworkObject
    {
        /// <summary>Makes an empty list of tracks.</summary>
        public Tracks()
        {
            fw_error error = Call.Error();
            ulong made;
            Status status = Native.fw_tracks_create(&made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Adds a track of events at these times, in seconds and in any order, and returns the number of the track, from 0. The
        /// clip repeats after <c>loopSecs</c>, or not at all if that is 0. Call it while loading, because it allocates.
        /// </summary>
        public uint Add(ReadOnlySpan<double> timesSecs, double loopSecs = 0)
        {
            fw_error error = Call.Error();
            uint trackValue;
            fixed (double* timesSecsAt = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_tracks_add(Raw, timesSecsAt, (UIntPtr)timesSecs.Length, loopSecs, &trackValue, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
                return trackValue;
            }
        }

        /// <summary>
        /// Writes the times of a track in rising order, without duplicates. Returns how many there are; if that is more than
        /// there is room for, nothing is written.
        /// </summary>
        public int Times(uint track, Span<double> timesSecs)
        {
            fw_error error = Call.Error();
            UIntPtr timesSecsLength;
            fixed (double* timesSecsAt = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_tracks_times(Raw, track, timesSecsAt, (UIntPtr)timesSecs.Length, &timesSecsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, timesSecsLength, &error);
            }
        }

        /// <summary>Returns the times of a track in rising order, without duplicates. The results are in a new array.</summary>
        public double[] Times(uint track)
        {
            double[] all = new double[Times(track, Span<double>.Empty)];
            Times(track, all);
            return all;
        }

        /// <summary>
        /// Writes the events that an update of the clock passed, each once, in the order of passing. These are times in
        /// (previous, now], or in [now, previous) if the clock ran backwards. The clock of a repeating clip does not wrap. If a
        /// long update passes more tha Constants.MaxPassed events, only the first ones are written. Returns how many there are;
        /// if that is more than there is room for, nothing is written.
        /// </summary>
        public int Passed(uint track, double previousSecs, double nowSecs, Span<double> timesSecs)
        {
            fw_error error = Call.Error();
            UIntPtr timesSecsLength;
            fixed (double* timesSecsAt = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_tracks_passed(Raw, track, previousSecs, nowSecs, timesSecsAt, (UIntPtr)timesSecs.Length, &timesSecsLength, &error);
                GC.KeepAlive(this);
                return Call.Fit(status, timesSecsLength, &error);
            }
        }

        /// <summary>
        /// Returns the events that an update of the clock passed, each once, in the order of passing. These are times in
        /// (previous, now], or in [now, previous) if the clock ran backwards. The clock of a repeating clip does not wrap. If a
        /// long update passes more tha Constants.MaxPassed events, only the first ones are written. The results are in a new
        /// array.
        /// </summary>
        public double[] Passed(uint track, double previousSecs, double nowSecs)
        {
            double[] all = new double[Passed(track, previousSecs, nowSecs, Span<double>.Empty)];
            Passed(track, previousSecs, nowSecs, all);
            return all;
        }

        /// <summary>
        /// Returns the time to the nearest event, in seconds: above 0 if it is ahead, below 0 if it is behind. Returns NaN for a
        /// track without events.
        /// </summary>
        public double Nearest(uint track, double atSecs)
        {
            fw_error error = Call.Error();
            double untilSecsValue;
            Status status = Native.fw_tracks_nearest(Raw, track, atSecs, &untilSecsValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return untilSecsValue;
        }

        /// <summary>
        /// Returns an encoding that suits the tracks. Its window is half of the 10th percentile of the gaps between events, but
        /// at least one frame. Its smoothing is one frame, but at most a quarter of the window.
        /// </summary>
        public Encoding Encoding(Rate rate)
        {
            fw_error error = Call.Error();
            Encoding encodingValue = default(Encoding);
            Status status = Native.fw_encoding_from_gaps(Raw, &rate, &encodingValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return encodingValue;
        }

        /// <summary>
        /// Writes the signals of tracks for as many frames as <c>rows</c> has room for, the first at 0 s. Each frame has a row
        /// with the sine and cosine of each track. Call it while loading, because it allocates.
        /// </summary>
        public void Encode(Encoding encoding, Rate rate, Span<float> rows)
        {
            fw_error error = Call.Error();
            fixed (float* rowsAt = &MemoryMarshal.GetReference(rows))
            {
                Status status = Native.fw_encoding_encode(&encoding, Raw, &rate, rowsAt, (UIntPtr)rows.Length, &error);
                GC.KeepAlive(this);
                Call.Check(status, &error);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_tracks_destroy(made, null);
        }
    }

    public unsafe partial struct Encoding
    {
        /// <summary>
        /// Returns the time to the nearest event that one pair of a signal encodes, in seconds: above 0 if it is ahead, below 0
        /// if it is behind. The result is NaN if no event is within the window, or if the pair is not valid.
        /// </summary>
        public double Decode(float sine, float cosine)
        {
            fw_error error = Call.Error();
            Encoding self = this;
            double untilSecsValue;
            Status status = Native.fw_encoding_decode(&self, sine, cosine, &untilSecsValue, &error);
            Call.Check(status, &error);
            return untilSecsValue;
        }

        /// <summary>
        /// Writes the times of the events of one signal, given as successive pairs of sine and cosine. <c>guards</c> may be left
        /// out for the default. Call it while loading, because it allocates. Returns how many there are; if that is more than
        /// there is room for, nothing is written.
        /// </summary>
        public int DecodeAll(ReadOnlySpan<float> pairs, Rate rate, Span<double> timesSecs, Guards? guards = null)
        {
            fw_error error = Call.Error();
            Encoding self = this;
            Guards guardsValue = guards.GetValueOrDefault();
            guardsValue.Size = (uint)sizeof(Guards);
            UIntPtr timesSecsLength;
            fixed (float* pairsAt = &MemoryMarshal.GetReference(pairs))
            fixed (double* timesSecsAt = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_encoding_decode_all(&self, pairsAt, (UIntPtr)pairs.Length, &rate, guards.HasValue ? &guardsValue : null, timesSecsAt, (UIntPtr)timesSecs.Length, &timesSecsLength, &error);
                return Call.Fit(status, timesSecsLength, &error);
            }
        }

        /// <summary>
        /// Returns the times of the events of one signal, given as successive pairs of sine and cosine. <c>guards</c> may be left
        /// out for the default. Call it while loading, because it allocates. The results are in a new array.
        /// </summary>
        public double[] DecodeAll(ReadOnlySpan<float> pairs, Rate rate, Guards? guards = null)
        {
            double[] all = new double[DecodeAll(pairs, rate, Span<double>.Empty, guards)];
            DecodeAll(pairs, rate, all, guards);
            return all;
        }
    }

    /// <summary>Fires when an event of one character happens. One thread at a time may use it.</summary>
    public sealed unsafe partial class Trigger : FootworkObject
    {
        /// <summary>
        /// Makes a trigger for signals of this encoding. <c>guards</c> may be left out for the default. The trigger fires
        /// <c>leadSecs</c> before the event, and averages the signal over <c>smoothingSecs</c>. Either may be 0. A lead above a
        /// quarter of the window counts as a quarter of the window.
        /// </summary>
        public Trigger(Encoding encoding, Guards? guards = null, double leadSecs = 0, double smoothingSecs = 0)
        {
            fw_error error = Call.Error();
            Guards guardsValue = guards.GetValueOrDefault();
            guardsValue.Size = (uint)sizeof(Guards);
            ulong made;
            Status status = Native.fw_trigger_create(&encoding, guards.HasValue ? &guardsValue : null, leadSecs, smoothingSecs, &made, &error);
            Call.Check(status, &error);
            Own(made);
        }

        /// <summary>
        /// Advances a trigger by one update. <c>sine</c> and <c>cosine</c> are the network's output. <c>stepSecs</c> is the time
        /// by which the clip advanced, below 0 if it plays backwards.
        /// </summary>
        public Passing Advance(float sine, float cosine, double stepSecs)
        {
            fw_error error = Call.Error();
            Passing passingValue = default(Passing);
            Status status = Native.fw_trigger_advance(Raw, sine, cosine, stepSecs, &passingValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return passingValue;
        }

        /// <summary>Forgets all earlier updates, for example when another clip starts.</summary>
        public void Restart()
        {
            fw_error error = Call.Error();
            Status status = Native.fw_trigger_restart(Raw, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
        }

        /// <summary>Returns the time until the trigger fires, in seconds, if it is at most <c>secs</c>; otherwise NaN.</summary>
        public double FiresWithin(double secs)
        {
            fw_error error = Call.Error();
            double untilSecsValue;
            Status status = Native.fw_trigger_fires_within(Raw, secs, &untilSecsValue, &error);
            GC.KeepAlive(this);
            Call.Check(status, &error);
            return untilSecsValue;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_trigger_destroy(made, null);
        }
    }

    /// <summary>
    /// A triangle mesh, which any number of obstacles and worlds may share. Any number of threads may use the same mesh
    /// concurrently.
    /// </summary>
    public sealed unsafe partial class Mesh : FootworkObject
    {
        private Mesh(Made made)
        {
            Own(made.Handle);
        }

        /// <summary>
        /// Makes a mesh from triangles. Each triangle has nine numbers: x, y, z of each vertex in turn. Call it while loading,
        /// because it allocates.
        /// </summary>
        public static Mesh FromTriangles(ReadOnlySpan<double> triangles)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (double* trianglesAt = &MemoryMarshal.GetReference(triangles))
            {
                Status status = Native.fw_mesh_from_triangles(trianglesAt, (UIntPtr)triangles.Length, &made, &error);
                Call.Check(status, &error);
                return new Mesh(new Made(made));
            }
        }

        /// <summary>
        /// Makes a mesh from a grid of heights at intervals of <c>cellM</c>. Each row runs along x, and the next row is further
        /// along z. Call it while loading, because it allocates.
        /// </summary>
        public static Mesh FromHeights(ReadOnlySpan<double> heightsM, uint columns, double cellM)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (double* heightsMAt = &MemoryMarshal.GetReference(heightsM))
            {
                Status status = Native.fw_mesh_from_heights(heightsMAt, (UIntPtr)heightsM.Length, (UIntPtr)columns, cellM, &made, &error);
                Call.Check(status, &error);
                return new Mesh(new Made(made));
            }
        }

        /// <summary>
        /// Makes a solid mesh from the convex hull of points. Each point has three numbers. Call it while loading, because it
        /// allocates.
        /// </summary>
        public static Mesh FromHull(ReadOnlySpan<double> points)
        {
            fw_error error = Call.Error();
            ulong made;
            fixed (double* pointsAt = &MemoryMarshal.GetReference(points))
            {
                Status status = Native.fw_mesh_from_hull(pointsAt, (UIntPtr)points.Length, &made, &error);
                Call.Check(status, &error);
                return new Mesh(new Made(made));
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_mesh_destroy(made, null);
        }
    }
}
