// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>How a call ended.</summary>
    public enum Status
    {
        /// <summary>Done.</summary>
        Ok = 0,
        /// <summary>A required pointer or handle is null.</summary>
        Null = 1,
        /// <summary>A pointer is not aligned, a length is impossible, or a struct has a size that this library does not know.</summary>
        BadSize = 2,
        /// <summary>The object was destroyed, or the handle is invalid or of another kind of object.</summary>
        StaleHandle = 3,
        /// <summary>Another thread is using the object, which is for one thread at a time.</summary>
        Busy = 4,
        /// <summary>The buffer is too small. The count is the number of elements that it must hold. The buffer is unchanged.</summary>
        BufferTooSmall = 5,
        /// <summary>A text has a mistake. The error has its place and its cause.</summary>
        BadText = 6,
        /// <summary>Nothing has this name.</summary>
        UnknownName = 7,
        /// <summary>A number is NaN, infinite, or outside the range that the function accepts.</summary>
        OutOfRange = 8,
        /// <summary>The bytes are in another format, from a newer version, or damaged.</summary>
        BadData = 9,
        /// <summary>The file cannot be read.</summary>
        Io = 10,
        /// <summary>
        /// A bug in this library. Please report it with the message. The object that the call was changing is destroyed,
        /// and its handle is stale.
        /// </summary>
        Panic = 11,
    }

    /// <summary>The numbers of the header.</summary>
    public static class Constants
    {
        /// <summary>
        /// The version of this header's functions and structs. It changes when a program compiled with an older header
        /// would no longer work.
        /// </summary>
        public const uint AbiVersion = 1;
        /// <summary>A missing id, clip, pose or other number.</summary>
        public const uint None = uint.MaxValue;
        /// <summary>The maximum number of bonuses of a bias.</summary>
        public const uint MaxStays = 16;
        /// <summary>Dead blending. The shown motion continues at its own speed, which decays, and fades into the playing motion.</summary>
        public const uint BlendDead = 0;
        /// <summary>The difference to the playing motion vanishes like a critically damped spring.</summary>
        public const uint BlendInertial = 1;
        /// <summary>The shown pose stands still and fades into the playing motion.</summary>
        public const uint BlendCrossfade = 2;
        /// <summary>An axis-aligned box.</summary>
        public const uint BodyBox = 0;
        /// <summary>An upright capsule.</summary>
        public const uint BodyCapsule = 1;
        /// <summary>A sphere.</summary>
        public const uint BodySphere = 2;
        /// <summary>An upright cylinder. It stands on narrow treads and edges on which a capsule slips.</summary>
        public const uint BodyCylinder = 3;
        /// <summary>A box with a rotation, such as a car or an animal. <c>Mover.TryResize</c> turns it between moves.</summary>
        public const uint BodyTurnedBox = 4;
        /// <summary>The space of the root, which is on the ground below the character with z ahead.</summary>
        public const uint SpaceRoot = 0;
        /// <summary>The space of the world.</summary>
        public const uint SpaceWorld = 1;
        /// <summary>The left foot.</summary>
        public const uint FootLeft = 0;
        /// <summary>The right foot.</summary>
        public const uint FootRight = 1;
        /// <summary>The player can take the ball at <c>arrivalSecs</c>.</summary>
        public const uint Arrives = 0;
        /// <summary>The player cannot take the ball before the horizon.</summary>
        public const uint ArrivesNever = 1;
        /// <summary>
        /// The player cannot take the ball on the flight predicted so far, but may take it at or after
        /// <c>arrivalSecs</c>.
        /// </summary>
        public const uint ArrivesUnknown = 2;
        /// <summary>Nothing delays the player.</summary>
        public const uint ConditionFree = 0;
        /// <summary>The player is in an action that must end first.</summary>
        public const uint ConditionBusy = 1;
        /// <summary>Injured.</summary>
        public const uint ConditionInjured = 2;
        /// <summary>On the ground.</summary>
        public const uint ConditionGrounded = 3;
        /// <summary>Only requests of the human switch players.</summary>
        public const uint ModeManual = 0;
        /// <summary>The rules switch only right after a touch, or if the present player cannot reach the ball.</summary>
        public const uint ModeAssisted = 1;
        /// <summary>The rules switch whenever there is enough to gain.</summary>
        public const uint ModeAutomatic = 2;
        public const uint MessageSize = 480;
        /// <summary>The simple model: a player can reach a disc whose radius grows at the player's top speed.</summary>
        public const uint ReachSimple = 0;
        /// <summary>The full model: it also counts acceleration, turning, and the drift until the player is ready.</summary>
        public const uint ReachFull = 1;
        /// <summary>The player arrives before it can take the ball.</summary>
        public const uint PlayerWaits = 0;
        /// <summary>The ball lies still when the player arrives.</summary>
        public const uint BallWaits = 1;
        /// <summary>The player and the ball arrive at the same time.</summary>
        public const uint OnTheRun = 2;
        /// <summary>Standing.</summary>
        public const uint TakenStanding = 0;
        /// <summary>In a jump.</summary>
        public const uint TakenJump = 1;
        /// <summary>In a jump, with the hands above the head.</summary>
        public const uint TakenHands = 2;
        /// <summary>The clip plays on.</summary>
        public const uint StepContinue = 0;
        /// <summary>The matcher jumped to another pose.</summary>
        public const uint StepJump = 1;
        /// <summary>The playing pose must be left, but no other is allowed.</summary>
        public const uint StepNoneAllowed = 2;
        /// <summary>The next search was due.</summary>
        public const uint TriggerDue = 0;
        /// <summary>The input changed.</summary>
        public const uint TriggerInput = 1;
        /// <summary>The filter allows different poses than in the last search.</summary>
        public const uint TriggerFilter = 2;
        /// <summary>The filter forbids the playing pose: for longer than <c>overrunSecs</c>, or at once if the filter is new.</summary>
        public const uint TriggerForbidden = 3;
        /// <summary>The clip ends here.</summary>
        public const uint TriggerEnd = 4;
        /// <summary>In the air.</summary>
        public const uint FootingAir = 0;
        /// <summary>On ground level enough to stand on.</summary>
        public const uint FootingGround = 1;
        /// <summary>In a groove between steep surfaces. The body rests there, and can jump.</summary>
        public const uint FootingWedged = 2;
        /// <summary>Against a surface too steep to stand on.</summary>
        public const uint FootingSteep = 3;
        /// <summary>Nothing was in the way.</summary>
        public const uint MovedFree = 0;
        /// <summary>The body slid along an obstacle, or moved until it touched one.</summary>
        public const uint MovedSlid = 1;
        /// <summary>The body stopped, or did not move at all.</summary>
        public const uint MovedBlocked = 2;
        /// <summary>The human had no player, and was given the best free one.</summary>
        public const uint ReasonGiven = 0;
        /// <summary>The human had no player, and none is free.</summary>
        public const uint ReasonNobodyFree = 1;
        /// <summary>The human requested this player.</summary>
        public const uint ReasonAsked = 2;
        /// <summary>
        /// The human's request was refused. Another human controls the requested player, or controlled it until this
        /// decision, or the human may not control that player, or no player is free.
        /// </summary>
        public const uint ReasonRefused = 3;
        /// <summary>Switched: the present player cannot reach the ball.</summary>
        public const uint ReasonCannotReach = 4;
        /// <summary>Switched for a gain at a touch.</summary>
        public const uint ReasonTouched = 5;
        /// <summary>Switched for a gain.</summary>
        public const uint ReasonGain = 6;
        /// <summary>Kept: only the human may switch players.</summary>
        public const uint ReasonManualMode = 7;
        /// <summary>Kept: the switch that the human requested is still in force.</summary>
        public const uint ReasonLocked = 8;
        /// <summary>Kept: the ball is on the ground and the human wants help with air balls only.</summary>
        public const uint ReasonBallOnGround = 9;
        /// <summary>Kept: no other available player can reach the ball.</summary>
        public const uint ReasonNoCandidate = 10;
        /// <summary>Kept: the human left the better player a short time ago.</summary>
        public const uint ReasonWouldGoBack = 11;
        /// <summary>Kept: no other player is better.</summary>
        public const uint ReasonBest = 12;
        /// <summary>Kept: the gain is too small.</summary>
        public const uint ReasonMargin = 13;
        /// <summary>Kept: the human wants help only at a touch, or if the present player cannot reach the ball.</summary>
        public const uint ReasonNoTouch = 14;
        /// <summary>Kept: the human has had this player for too short a time.</summary>
        public const uint ReasonDwell = 15;
        /// <summary>Kept: another human switches in this decision, or took the better player first.</summary>
        public const uint ReasonNotItsTurn = 16;
        /// <summary>Kept: the prediction does not show yet if and when the human's player reaches the ball.</summary>
        public const uint ReasonNotPredicted = 17;
        /// <summary>Below the knee: for the feet.</summary>
        public const uint BandKnee = 0;
        /// <summary>Below the chest.</summary>
        public const uint BandChest = 1;
        /// <summary>Below the head, or in reach of a jump if the head band ends at that height.</summary>
        public const uint BandHead = 2;
        /// <summary>Below the hands of a keeper.</summary>
        public const uint BandKeeper = 3;
        /// <summary>Out of reach.</summary>
        public const uint BandAbove = 4;
        /// <summary>Not busy.</summary>
        public const uint BusyNot = 0;
        /// <summary>A kick, a throw or a header.</summary>
        public const uint BusyKick = 1;
        /// <summary>A tackle.</summary>
        public const uint BusyTackle = 2;
        /// <summary>In the air.</summary>
        public const uint BusyJump = 3;
        /// <summary>On the ground.</summary>
        public const uint BusyFall = 4;
        /// <summary>The first number for activities of your own. Higher numbers are yours too.</summary>
        public const uint BusyOther = 256;
        /// <summary>A clip and its mirrored twin.</summary>
        public const uint TwinsBoth = 0;
        /// <summary>The clip as it was recorded.</summary>
        public const uint TwinsOriginal = 1;
        /// <summary>The mirrored twin of the clip.</summary>
        public const uint TwinsMirrored = 2;
        /// <summary>The maximum number of poses that <c>PoseIndex.Search</c> finds.</summary>
        public const uint MaxMatches = 64;
        /// <summary>A line along the velocity of each sample.</summary>
        public const uint ReadingVelocity = 0;
        /// <summary>A line from each sample to the next.</summary>
        public const uint ReadingChord = 1;
        /// <summary>A parabola along the velocity and acceleration of each sample.</summary>
        public const uint ReadingAcceleration = 2;
        /// <summary>The prediction is not complete.</summary>
        public const uint EndNone = 0;
        /// <summary>The ball lies still until the horizon.</summary>
        public const uint EndRest = 1;
        /// <summary>The ball has left the bounds or the world.</summary>
        public const uint EndOut = 2;
        /// <summary>The horizon is reached.</summary>
        public const uint EndHorizon = 3;
        /// <summary>The prediction has the maximum number of events.</summary>
        public const uint EndFull = 4;
        /// <summary>The numbers of the ball are no longer finite.</summary>
        public const uint EndLost = 5;
        /// <summary>The ball bounces.</summary>
        public const uint FlightBounce = 0;
        /// <summary>The ball starts to roll or slide, or continues along another surface.</summary>
        public const uint FlightRoll = 1;
        /// <summary>The prediction ends.</summary>
        public const uint FlightEnd = 2;
        /// <summary>A half-space.</summary>
        public const uint ShapePlane = 0;
        /// <summary>A box.</summary>
        public const uint ShapeBox = 1;
        /// <summary>A capsule; a sphere if its ends are one point.</summary>
        public const uint ShapeCapsule = 2;
        /// <summary>The maximum number of events that <c>Tracks.Passed</c> counts.</summary>
        public const uint MaxPassed = 65536;
        /// <summary>Enables the check <c>norm</c> of <c>Guards</c>.</summary>
        public const uint GuardNorm = 1;
        /// <summary>Enables the check <c>nearness</c> of <c>Guards</c>.</summary>
        public const uint GuardNearness = 2;
        /// <summary>Rejects a crossing if, over the last eighth of the window, the signal rises overall.</summary>
        public const uint GuardFalling = 4;
        /// <summary>Enables the check <c>jump</c> of <c>Guards</c>.</summary>
        public const uint GuardJump = 8;
        /// <summary>Enables the check <c>approach</c> of <c>Guards</c>.</summary>
        public const uint GuardApproach = 16;
        /// <summary>Enables the check <c>slope</c> of <c>Guards</c>.</summary>
        public const uint GuardSlope = 32;
        /// <summary>Enables the check <c>refractorySecs</c> of <c>Guards</c>.</summary>
        public const uint GuardRefractory = 64;
        /// <summary>A box.</summary>
        public const uint VolumeBox = 0;
        /// <summary>A sphere.</summary>
        public const uint VolumeSphere = 1;
        /// <summary>A capsule along y.</summary>
        public const uint VolumeCapsule = 2;
    }

    /// <summary>2 numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Double2
    {
        public double X; public double Y;
        public Double2(double x, double y) { X = x; Y = y; }
    }

    /// <summary>3 numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Double3
    {
        public double X; public double Y; public double Z;
        public Double3(double x, double y, double z) { X = x; Y = y; Z = z; }
    }

    /// <summary>3 numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Float3
    {
        public float X; public float Y; public float Z;
        public Float3(float x, float y, float z) { X = x; Y = y; Z = z; }
    }

    /// <summary>4 numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Float4
    {
        public float X; public float Y; public float Z; public float W;
        public Float4(float x, float y, float z, float w) { X = x; Y = y; Z = z; W = w; }
    }

    /// <summary>3 numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct UInt3
    {
        public uint X; public uint Y; public uint Z;
        public UInt3(uint x, uint y, uint z) { X = x; Y = y; Z = z; }
    }

    /// <summary>The description of an error.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_error
    {
        /// <summary><c>sizeof(fw_error)</c>.</summary>
        internal uint Size;
        /// <summary>The status that the function returned.</summary>
        public Status Status;
        /// <summary>The start of the mistake in the text, in bytes. It equals <c>Stop</c> if the mistake has no place in the text.</summary>
        public uint Start;
        /// <summary>The end of the mistake in the text, in bytes.</summary>
        public uint Stop;
        /// <summary>The number of the text with the mistake, from 0, if a function takes several.</summary>
        public uint Text;
        /// <summary>The number of further mistakes.</summary>
        public uint More;
        public uint MessageLen;
        private uint Reserved0;
        /// <summary>The message: one sentence in UTF-8, with a hint if there is one.</summary>
        public fixed byte Message[480];
    }

    /// <summary>The configuration of blends.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BlendConfig
    {
        /// <summary><c>sizeof(fw_blend_config)</c>.</summary>
        internal uint Size;
        /// <summary>A <c>Constants.Blend…</c>.</summary>
        public uint Style;
        /// <summary>The duration of a fade, in seconds. Inertial blends do not use it.</summary>
        public float FadeSecs;
        /// <summary>The half-life of speeds or differences, in seconds. Crossfades do not use it.</summary>
        public float HalflifeSecs;
        /// <summary>The largest angular speed of a joint at the start of a blend, in rad/s.</summary>
        public float MaxSpinRadps;
        /// <summary>The largest speed of the hips at the start of a blend, in m/s.</summary>
        public float MaxSpeedMps;
    }

    /// <summary>A pose with its velocities. You own the arrays of its joints.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_motion
    {
        /// <summary><c>sizeof(fw_motion)</c>.</summary>
        internal uint Size;
        /// <summary>The number of joints.</summary>
        public uint Joints;
        /// <summary>The position of the hips relative to the root on the ground, in metres.</summary>
        public Float3 HipsM;
        /// <summary>The velocity of the hips relative to the root, in m/s.</summary>
        public Float3 HipsMps;
        /// <summary>The velocity of the root: to the left and ahead in m/s, then the turning speed about +y in rad/s.</summary>
        public Float3 RootVelocity;
        private uint Reserved0;
        /// <summary>
        /// A quaternion x, y, z, w for each joint, in the space of its parent. That of the hips is in the space of the
        /// character.
        /// </summary>
        public float* Rotations;
        /// <summary>The angular velocity of each joint in the space of its parent: an axis times an angular speed in rad/s.</summary>
        public float* SpinsRadps;
    }

    /// <summary>The rules of searches and jumps.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Rules
    {
        /// <summary><c>sizeof(fw_rules)</c>.</summary>
        internal uint Size;
        /// <summary>The matcher does not jump to poses of the playing clip within this number of frames of the playing pose.</summary>
        public uint AvoidNearFrames;
        /// <summary>The time between searches, in seconds; 0 searches at every update.</summary>
        public float EverySecs;
        /// <summary>The minimum time between jumps, in seconds, unless the pose must be left.</summary>
        public float DwellSecs;
        /// <summary>The cost by which a pose must be better than playing on.</summary>
        public float StayBonus;
        /// <summary>
        /// A pose must also be better by this share of the cost of playing on, from 0 to 1. It is added to
        /// <c>StayBonus</c>.
        /// </summary>
        public float StayShare;
        /// <summary>How long a clip may play on after it has left the filter, in seconds.</summary>
        public float OverrunSecs;
        /// <summary>The time after a jump in which the matcher does not jump to poses near its target again, in seconds.</summary>
        public float ReselectSecs;
    }

    /// <summary>The configuration of a controller, which follows the stick.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct ControllerConfig
    {
        /// <summary><c>sizeof(fw_controller_config)</c>.</summary>
        internal uint Size;
        /// <summary>Whether a character is pulled towards the controller, with the half-life <c>AdjustHalflifeSecs</c>.</summary>
        public ushort Adjusts;
        /// <summary>Whether a character stays within <c>ClampM</c> of the controller.</summary>
        public ushort Clamps;
        /// <summary>The half-life of the difference to the wanted velocity, in seconds.</summary>
        public double VelocityHalflifeSecs;
        /// <summary>The half-life of the difference to the wanted heading, in seconds.</summary>
        public double HeadingHalflifeSecs;
        /// <summary>The half-life of the pull on a character, in seconds.</summary>
        public double AdjustHalflifeSecs;
        /// <summary>The largest pull on a character, as a share of its own speed.</summary>
        public double AdjustShare;
        /// <summary>The largest distance of a character from the controller, in metres.</summary>
        public double ClampM;
    }

    /// <summary>The configuration of a character.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct CharacterConfig
    {
        /// <summary><c>sizeof(fw_character_config)</c>.</summary>
        internal uint Size;
        /// <summary>
        /// The number of updates for one movement; 0 counts as 1. The character moves once in this number of updates, and
        /// then makes up for all the time since it last moved. In the other updates it keeps its pose.
        /// </summary>
        public uint UpdateEvery;
        /// <summary>A number that differs between characters, such as their index. It spreads updates and searches over frames.</summary>
        public uint Spread;
        /// <summary>Whether updates leave the feet to <c>Character.PlantFeet</c>, after other animation layers.</summary>
        public byte FeetLast;
        /// <summary>Whether joints bend at most as far as in the clips.</summary>
        public byte LimitsJoints;
        /// <summary>Whether standing feet are held in place. If not, feet do not reach for the ground either.</summary>
        public byte HoldsFeet;
        private byte Reserved0;
        /// <summary>The largest distance of a held foot from its place in the clip, in metres. Beyond it, the foot is released.</summary>
        public float ReleaseM;
        /// <summary>The time after which a foot held away from its place in the clip is released, in seconds.</summary>
        public float ReleaseSecs;
        /// <summary>The half-life of the distance of a stepping or released foot from its goal, in seconds.</summary>
        public float FeetHalflifeSecs;
        /// <summary>The largest distance that the hips sink for a foot that does not reach the ground, in metres.</summary>
        public float MaxDropM;
        /// <summary>The rules of searches and jumps.</summary>
        public Rules Rules;
        /// <summary>The configuration of blends.</summary>
        public BlendConfig Blend;
        /// <summary>How the character follows the stick.</summary>
        public ControllerConfig Controller;
    }

    /// <summary>A pose of an index.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PoseId
    {
        /// <summary>The number of the clip in the index.</summary>
        public uint Clip;
        /// <summary>The frame, at the rate of the index.</summary>
        public uint Frame;
        /// <summary>Whether it is the pose of the mirrored twin.</summary>
        public uint Mirrored;
    }

    /// <summary>The place of a character in the world, including its height.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Placement
    {
        /// <summary>The point on the ground, in metres.</summary>
        public Double3 PositionM;
        /// <summary>The angle about +y from +z towards +x, in radians.</summary>
        public double HeadingRad;
    }

    /// <summary>The input of a human.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Stick
    {
        /// <summary>The wanted velocity: world x and z, in m/s.</summary>
        public Double2 VelocityMps;
        /// <summary>
        /// The wanted heading in radians, if <c>HasHeading</c> is set. Otherwise the heading is the direction of
        /// movement.
        /// </summary>
        public double HeadingRad;
        /// <summary>Whether <c>HeadingRad</c> is used.</summary>
        public uint HasHeading;
        private uint Reserved0;
    }

    /// <summary>The options of a search.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_search_options
    {
        /// <summary><c>sizeof(fw_search_options)</c>.</summary>
        internal uint Size;
        /// <summary>Whether poses that cost more than <c>MaxCost</c> are excluded.</summary>
        public uint HasMaxCost;
        /// <summary>The filter that a found pose must pass; with none, every pose passes.</summary>
        public ulong Filter;
        /// <summary>The weights of all groups, which replace those of the schema; may be left out.</summary>
        public float* Weights;
        /// <summary>The number of weights.</summary>
        public UIntPtr WeightsCount;
        /// <summary>The largest allowed cost of a result. A good bound is the cost of playing on.</summary>
        public float MaxCost;
        private uint Reserved0;
        /// <summary>The bias: costs of poses, and bonuses for playing on; with none, costs have no bias.</summary>
        public ulong Bias;
    }

    /// <summary>The settings of a move.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MoveConfig
    {
        /// <summary><c>sizeof(fw_move_config)</c>.</summary>
        internal uint Size;
        /// <summary>The distance kept from obstacles, in metres, above 0.</summary>
        public float SkinM;
        /// <summary>The height of the highest step that a body on the ground climbs, in metres; 0 for none.</summary>
        public float StepHeightM;
        /// <summary>
        /// The largest distance, in metres, by which a body that leaves the ground is put back on it; 0 for none. A body
        /// that moves up is not put back.
        /// </summary>
        public float SnapM;
        /// <summary>The steepest ground to stand on, as an angle in (0, pi/2), if <c>HasMaxSlope</c> is set.</summary>
        public float MaxSlopeRad;
        /// <summary>
        /// The speed at which a body inside an obstacle is pushed out, in m/s. Infinity pushes it out as soon as
        /// possible.
        /// </summary>
        public float RecoveryMps;
        /// <summary>The up direction: a unit vector.</summary>
        public Float3 Up;
        /// <summary>
        /// The duration of a move, in seconds, above 0. It determines velocities, and how far a body inside an obstacle
        /// is pushed out.
        /// </summary>
        public float StepSecs;
        /// <summary>
        /// Whether a move keeps its whole length when an obstacle turns it aside. If not, it keeps only the part along
        /// the obstacle.
        /// </summary>
        public byte FullSpeed;
        /// <summary>Whether <c>MaxSlopeRad</c> is used.</summary>
        public byte HasMaxSlope;
        /// <summary>Whether a body is as fast uphill and downhill as on the level.</summary>
        public byte ConstantSpeed;
        private byte Reserved0;
    }

    /// <summary>The ground under a point.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Ground
    {
        /// <summary>The height in the world, in metres.</summary>
        public double HeightM;
        /// <summary>The upward normal, of length 1.</summary>
        public Float3 Normal;
        private uint Reserved0;
    }

    /// <summary>The world around a character: a world of obstacles, or functions of yours.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_surroundings
    {
        /// <summary><c>sizeof(fw_surroundings)</c>.</summary>
        internal uint Size;
        /// <summary>The layers of obstacles that stop the character.</summary>
        public uint Layers;
        /// <summary>The world of obstacles; with none, the character calls <c>Reach</c> and <c>Ground</c> instead.</summary>
        public ulong World;
        /// <summary>The body of the character among the obstacles. Characters of one shape may share it.</summary>
        public ulong Mover;
        /// <summary>How the body moves among the obstacles. By default it climbs steps of 0.3 m.</summary>
        public MoveConfig Config;
        public IntPtr Reach;
        public IntPtr Ground;
        /// <summary>The first argument of both functions.</summary>
        public void* Context;
    }

    /// <summary>The result of an update of a matcher.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Step
    {
        /// <summary>The pose that plays now.</summary>
        public PoseId Pose;
        /// <summary>A <c>Constants.Step…</c>.</summary>
        public uint Kind;
        /// <summary>The fraction of the way to the next frame, from 0 to below 1.</summary>
        public double Part;
        /// <summary>At a jump, the pose that played before; otherwise its clip is Constants.None.</summary>
        public PoseId From;
        /// <summary>At a jump, the cause of the search: a <c>Constants.Trigger…</c>.</summary>
        public uint Trigger;
        /// <summary>At a jump, the cost of the pose.</summary>
        public float Cost;
        /// <summary>At a jump, the cost that playing on would have had; NaN if it was not possible.</summary>
        public float Continuing;
    }

    /// <summary>The place of a character.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Place
    {
        /// <summary>World x and z, in metres.</summary>
        public Double2 PositionM;
        /// <summary>The angle about +y from +z towards +x, in radians.</summary>
        public double HeadingRad;
    }

    /// <summary>A place that a character should reach at a time.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Waypoint
    {
        /// <summary>The time from now, in seconds; later than that of the previous waypoint.</summary>
        public double Secs;
        /// <summary>The place.</summary>
        public Place Place;
    }

    /// <summary>A foot that came to stand: the moment for a sound, dust or a print.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Footstep
    {
        /// <summary>
        /// The position in the world of the joint that stands, in metres. It is the ball of the foot, or the ankle of a
        /// skeleton without it.
        /// </summary>
        public Double3 PositionM;
        /// <summary>The foot: a Constants.Foot….</summary>
        public uint Foot;
        /// <summary>The speed of the root along the ground, in m/s. Use it to make faster steps louder.</summary>
        public float SpeedMps;
    }

    /// <summary>The weights of the criteria. A weight is the delay, in seconds, that equals one unit of its criterion.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct ChoiceWeights
    {
        /// <summary><c>sizeof(fw_choice_weights)</c>.</summary>
        internal uint Size;
        private uint Reserved0;
        /// <summary>The weight of the time at which the player takes the ball, in seconds from now.</summary>
        public double First;
        /// <summary>The weight of the time that the player waits for the ball, in seconds.</summary>
        public double Wait;
        /// <summary>The weight of the effort of the intercept.</summary>
        public double Effort;
        /// <summary>The weight of the difficulty of the intercept.</summary>
        public double Difficulty;
        /// <summary>The weight of the pressure, from 0 to 1, which is how close the first opponent is in time.</summary>
        public double Pressure;
        /// <summary>
        /// The weight of being on the wrong side of the ball. This is 0 if the player is between the ball and its own
        /// goal, and 1 if it is beyond the ball.
        /// </summary>
        public double GoalSide;
        /// <summary>
        /// The lead that overrides the scores, in seconds. A player who is first by more than this is chosen whatever the
        /// scores.
        /// </summary>
        public double LeadSecs;
    }

    /// <summary>A player. Fill the defaults in with <c>Player.Default</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Player
    {
        /// <summary>Its id: any number but Constants.None.</summary>
        public uint Id;
        /// <summary>Its team.</summary>
        public uint Team;
        /// <summary>The position of its feet, in metres.</summary>
        public Double3 Position;
        /// <summary>The velocity in m/s; y is ignored.</summary>
        public Double3 Velocity;
        /// <summary>
        /// The direction that the body faces, of any length above 0; y is ignored. With zeros, the player faces every
        /// direction and never needs to turn.
        /// </summary>
        public Double3 Facing;
        /// <summary>The end of its reaction time, on the clock of the ball, in seconds.</summary>
        public double ReactionEndSecs;
        /// <summary>The time until which it is busy, on the clock of the ball.</summary>
        public double BusyUntilSecs;
        /// <summary>Its activity: a <c>Constants.Busy…</c>.</summary>
        public uint BusyWith;
        private uint Reserved0;
        /// <summary>The top speed in m/s.</summary>
        public double TopSpeedMps;
        /// <summary>The acceleration of running and braking in m/s², above 0.</summary>
        public double AccelerationMps2;
        /// <summary>The time to turn by 180 degrees, in seconds.</summary>
        public double TurnSecs;
        /// <summary>The horizontal distance at which it takes the ball, in metres.</summary>
        public double ReachM;
        /// <summary>The greatest height at which it takes the ball with both feet on the ground, in metres.</summary>
        public double StandingM;
        /// <summary>The greatest height at which it takes the ball with the head in a jump, in metres.</summary>
        public double JumpingM;
        /// <summary>The greatest height at which it takes the ball with a keeper's hands, stretched in a jump, in metres.</summary>
        public double HandsM;
        /// <summary>The remaining fraction of top speed and acceleration, from 0 to 1.</summary>
        public double Stamina;
    }

    /// <summary>The earliest intercept of a player.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Intercept
    {
        /// <summary>The player.</summary>
        public uint Player;
        /// <summary>
        /// Whether it can take the ball. If not, <c>IsKnown</c> and <c>Secs</c> say more, and all other fields below are
        /// 0.
        /// </summary>
        public byte CanTake;
        /// <summary>
        /// Whether <c>CanTake</c> is final. It is 0 if an incomplete path has no intercept yet, or if a field of the
        /// player is out of range.
        /// </summary>
        public byte IsKnown;
        private byte Reserved0;
        private byte Reserved1;
        /// <summary>
        /// The time of the intercept. If there is no intercept and that is final, it is 0. If that is not final, it is a
        /// time before which the player cannot take the ball.
        /// </summary>
        public double Secs;
        /// <summary>The centre of the ball at that time.</summary>
        public Double3 Position;
        /// <summary>The height of the ball above the ground, or above the feet of the player if the ground is not known.</summary>
        public double HeightM;
        /// <summary>How the player takes the ball: a <c>Constants.Taken…</c>.</summary>
        public uint TakenBy;
        /// <summary>Whether the player or the ball waits: Constants.PlayerWaits, Constants.BallWaits or Constants.OnTheRun.</summary>
        public uint Kind;
        /// <summary>The waiting time, in seconds.</summary>
        public double WaitSecs;
        /// <summary>The distance the player runs, in metres.</summary>
        public double RunM;
        /// <summary>The pace, from 0 for standing to 1 for top speed.</summary>
        public double Pace;
        /// <summary>The effort, in seconds of running at top speed.</summary>
        public double Effort;
        /// <summary>The difficulty, from 0 for a ball that lies still to 1.</summary>
        public double Difficulty;
    }

    /// <summary>The input of a choice.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_choice_input
    {
        /// <summary><c>sizeof(fw_choice_input)</c>.</summary>
        internal uint Size;
        /// <summary>The model of the search: a <c>Constants.Reach…</c>.</summary>
        public uint Model;
        /// <summary>The searched path.</summary>
        public ulong Path;
        /// <summary>The time of the search.</summary>
        public double NowSecs;
        /// <summary>All players.</summary>
        public Player* Players;
        /// <summary>Their intercepts, in the same order.</summary>
        public Intercept* Intercepts;
        /// <summary>The number of players, and of intercepts.</summary>
        public UIntPtr Count;
        /// <summary>The team to choose from; Constants.None for all players, who have no opponents then.</summary>
        public uint Team;
        /// <summary>Whether the team has a goal to defend, at <c>Goal</c>.</summary>
        public uint HasGoal;
        /// <summary>The centre of the goal of that team.</summary>
        public Double3 Goal;
    }

    /// <summary>A player who can take the ball, with the rating of a choice.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Rated
    {
        /// <summary>The player.</summary>
        public uint Player;
        private uint Reserved0;
        /// <summary>The time at which it can first take the ball, in seconds from now.</summary>
        public double FirstSecs;
        /// <summary>The best time to take the ball, on the clock of the ball.</summary>
        public double TakeSecs;
        /// <summary>The position of the ball at that time.</summary>
        public Double3 TakePosition;
        /// <summary>The weighted sum of the criteria. The player with the smallest score is chosen.</summary>
        public double Score;
    }

    /// <summary>A player that a human may control. <c>Choice.Candidate</c> makes one from an intercept.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Candidate
    {
        /// <summary>The player. Each appears at most once.</summary>
        public uint Player;
        /// <summary>Its team.</summary>
        public uint Team;
        /// <summary>The kind of its arrival: Constants.Arrives, Constants.ArrivesNever or Constants.ArrivesUnknown.</summary>
        public uint Arrival;
        /// <summary>The condition that delays it: a <c>Constants.Condition…</c>.</summary>
        public uint Condition;
        /// <summary>
        /// The time at which it can first take the ball, in seconds. If the time is unknown, a time before which it
        /// cannot take the ball.
        /// </summary>
        public double ArrivalSecs;
        /// <summary>The cost of other criteria, in seconds, added to the time to the ball.</summary>
        public double OtherSecs;
        /// <summary>The delay from its condition, in seconds.</summary>
        public double DelaySecs;
        /// <summary>Whether it is the keeper.</summary>
        public byte IsKeeper;
        /// <summary>Whether it is the target of the last pass.</summary>
        public byte IsPassTarget;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        private byte Reserved3;
        private byte Reserved4;
        private byte Reserved5;
    }

    /// <summary>The rules of switching.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct ControlRules
    {
        /// <summary><c>sizeof(fw_control_rules)</c>.</summary>
        internal uint Size;
        /// <summary>Whether a requested switch stays in force for <c>LockSecs</c>. If not, it stays in force until the next touch.</summary>
        public uint HasLockSecs;
        /// <summary>The smallest gain worth a switch, in seconds.</summary>
        public double MarginSecs;
        /// <summary>The smallest gain worth a switch, as a fraction of the present player's score.</summary>
        public double MarginFraction;
        /// <summary>The gain that is always worth a switch, in seconds.</summary>
        public double MaxMarginSecs;
        /// <summary>The minimum time for which a player is kept, in seconds.</summary>
        public double DwellSecs;
        /// <summary>The time after a touch in which a human may switch before <c>DwellSecs</c> is over, in seconds.</summary>
        public double TouchSecs;
        /// <summary>The time for which the rules do not return a human to a player it left, in seconds.</summary>
        public double BackSecs;
        /// <summary>The time for which a requested switch stays in force, in seconds, unless the ball is touched first.</summary>
        public double LockSecs;
        /// <summary>The bonus of the target of a pass, in seconds.</summary>
        public double PassBonusSecs;
        /// <summary>The time in which the old direction of the stick blends out, in seconds.</summary>
        public double BlendSecs;
    }

    /// <summary>A human at one decision.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Human
    {
        /// <summary>The human. Each appears at most once.</summary>
        public uint Id;
        /// <summary>The team whose players it controls.</summary>
        public uint Team;
        /// <summary>The player it controls now; Constants.None for a human who joins.</summary>
        public uint Player;
        /// <summary>When the rules may switch: a <c>Constants.Mode…</c>.</summary>
        public uint Mode;
        /// <summary>Whether the rules switch only while the ball is in the air.</summary>
        public byte AirBallsOnly;
        /// <summary>Whether the rules treat the keeper like any other player.</summary>
        public byte AllowsKeeper;
        /// <summary>Whether it requests a switch to <c>Request</c>.</summary>
        public byte HasRequest;
        private byte Reserved0;
        /// <summary>The requested player; Constants.None for the player on the indicator.</summary>
        public uint Request;
    }

    /// <summary>The input of a decision.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_situation
    {
        /// <summary><c>sizeof(fw_situation)</c>.</summary>
        internal uint Size;
        /// <summary>The player who touched the ball since the last decision; Constants.None if unknown.</summary>
        public uint TouchedBy;
        /// <summary>The time, not before that of the last decision.</summary>
        public double NowSecs;
        /// <summary>The players of all teams with humans.</summary>
        public Candidate* Candidates;
        /// <summary>The number of candidates.</summary>
        public UIntPtr CandidatesCount;
        /// <summary>The humans in the game.</summary>
        public Human* Humans;
        /// <summary>The number of humans.</summary>
        public UIntPtr HumansCount;
        /// <summary>Whether a player touched the ball since the last decision. Bounces do not count.</summary>
        public byte IsTouched;
        /// <summary>Whether the ball is in the air.</summary>
        public byte IsInAir;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        private byte Reserved3;
        private byte Reserved4;
        private byte Reserved5;
    }

    /// <summary>The decision for one human.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Assignment
    {
        /// <summary>The human.</summary>
        public uint Human;
        /// <summary>The player it controlled before, or Constants.None.</summary>
        public uint From;
        /// <summary>The player it controls now; Constants.None only if no player is free.</summary>
        public uint Player;
        /// <summary>The player that the indicator shows, or Constants.None.</summary>
        public uint Next;
        /// <summary>The reason: a <c>Constants.Reason…</c>.</summary>
        public uint Reason;
        /// <summary>Whether the old direction of the stick blends out.</summary>
        public uint BlendsStick;
        /// <summary>The time of the switch whose old direction blends out, in seconds.</summary>
        public double StickFromSecs;
        /// <summary>The duration of that blend, in seconds.</summary>
        public double StickLastsSecs;
    }

    /// <summary>The frame rate and length of a clip.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct ClipInfo
    {
        /// <summary>The numerator of the frame rate, in frames per second.</summary>
        public ulong RateNumerator;
        /// <summary>The denominator of the frame rate, at least 1.</summary>
        public ulong RateDenominator;
        /// <summary>The number of frames.</summary>
        public uint Frames;
        private uint Reserved0;
    }

    /// <summary>A UTF-8 text, which needs no NUL at its end.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_text
    {
        /// <summary>The first byte; may be null if there are none.</summary>
        public byte* Bytes;
        /// <summary>The number of bytes.</summary>
        public UIntPtr Len;
    }

    /// <summary>The values of a variable for a block: one per result, or one for all.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_input
    {
        /// <summary>One value per result; null to use <c>Uniform</c> for all.</summary>
        public float* Values;
        /// <summary>The value for all results.</summary>
        public float Uniform;
    }

    /// <summary>A frame rate in frames per second, as a fraction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Rate
    {
        /// <summary>The numerator, above 0.</summary>
        public ulong Numerator;
        /// <summary>The denominator, above 0.</summary>
        public ulong Denominator;
    }

    /// <summary>The rate and the counts of an index.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct IndexInfo
    {
        /// <summary>The frame rate.</summary>
        public Rate Rate;
        /// <summary>The number of poses, including those of mirrored twins.</summary>
        public ulong Poses;
        /// <summary>The number of poses that a search can return.</summary>
        public ulong Candidates;
        /// <summary>The number of clips.</summary>
        public uint Clips;
        /// <summary>The number of values in a goal.</summary>
        public uint Features;
    }

    /// <summary>A period in which a player can take the ball.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Window
    {
        /// <summary>The start, in seconds.</summary>
        public double FromSecs;
        /// <summary>The end, at or after the start.</summary>
        public double ToSecs;
    }

    /// <summary>
    /// The shape of a body around its centre. Every length that its kind uses is above 0, and at most 10,000. For a
    /// convex hull, see <c>Mover.FromHull</c>.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Body
    {
        /// <summary>A <c>Constants.Body…</c>.</summary>
        public uint Kind;
        /// <summary>Half of each extent of a box along its own axes, in metres.</summary>
        public Float3 HalfM;
        /// <summary>The radius of a capsule, a sphere or a cylinder, in metres.</summary>
        public float RadiusM;
        /// <summary>
        /// The height of a cylinder, or the total height of a capsule including caps, in metres. A capsule is at least
        /// twice as high as its radius.
        /// </summary>
        public float HeightM;
        /// <summary>
        /// The rotation of a turned box: a quaternion x, y, z, w of length 1, within a thousandth. Four zeros mean no
        /// rotation.
        /// </summary>
        public Float4 Rotation;
    }

    /// <summary>
    /// The position and footing of a body. You own it, and may copy and save it. For a body that has not moved yet, set
    /// the position and leave all other fields 0.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MoverState
    {
        /// <summary>The centre of the body, in metres.</summary>
        public Double3 Position;
        /// <summary>A <c>Constants.Footing…</c>. In the air, all fields below are 0.</summary>
        public uint Footing;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; Constants.None for a volume.</summary>
        public uint Triangle;
        /// <summary>The unit contact normal, away from the ground.</summary>
        public Float3 Normal;
        /// <summary>The obstacle that the body stands on.</summary>
        public ulong Obstacle;
        /// <summary>The touched point of that obstacle, in metres.</summary>
        public Double3 Point;
        /// <summary>The velocity of that obstacle at the point, in m/s.</summary>
        public Float3 VelocityMps;
        private uint Reserved0;
    }

    /// <summary>The label by which filters and your own code identify an obstacle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Label
    {
        /// <summary>A number of yours, such as the id of an entity or of a material.</summary>
        public ulong Tag;
        /// <summary>The layers, one bit each. A filter accepts the obstacle only if the two share a layer.</summary>
        public uint Layers;
        private uint Reserved0;
    }

    /// <summary>An obstacle that a body meets, and how the body meets it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Approach
    {
        /// <summary>The obstacle.</summary>
        public ulong Obstacle;
        /// <summary>Its label.</summary>
        public Label Label;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; Constants.None for a volume.</summary>
        public uint Triangle;
        /// <summary>The unit contact normal, from the obstacle to the body.</summary>
        public Double3 Normal;
        /// <summary>
        /// The distance along the normal to an obstacle near the resting body, in metres; below 0 inside. It is 0 for an
        /// obstacle met on the way.
        /// </summary>
        public double GapM;
    }

    /// <summary>A filter of obstacles. An obstacle must pass all of its checks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_filter
    {
        /// <summary><c>sizeof(fw_filter)</c>.</summary>
        internal uint Size;
        /// <summary>The layers of the filter. An obstacle must be in at least one.</summary>
        public uint Layers;
        public IntPtr Accept;
        public IntPtr AcceptContact;
        /// <summary>The first argument of both functions.</summary>
        public void* Context;
    }

    /// <summary>The result of a move.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Move
    {
        /// <summary>The state of the body after the move. The next move starts from it.</summary>
        public MoverState State;
        /// <summary>The velocity of the body in m/s, including motion from being carried or pushed.</summary>
        public Float3 VelocityMps;
        /// <summary>A <c>Constants.Moved…</c>.</summary>
        public uint Outcome;
        /// <summary>Whether the body is still inside an obstacle.</summary>
        public uint Crushed;
        private uint Reserved0;
    }

    /// <summary>A contact of a body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Contact
    {
        /// <summary>The obstacle.</summary>
        public ulong Obstacle;
        /// <summary>The touched point of the obstacle, in metres.</summary>
        public Double3 Point;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; Constants.None for a volume.</summary>
        public uint Triangle;
        /// <summary>The unit contact normal, from the obstacle to the body.</summary>
        public Float3 Normal;
        /// <summary>The depth of the body inside the obstacle, in metres; 0 if it only touched.</summary>
        public float DepthM;
        /// <summary>The velocity of the obstacle at the point, in m/s.</summary>
        public Float3 VelocityMps;
        /// <summary>
        /// The speed, in m/s, at which the wanted move and the obstacle would approach each other along the normal; 0 if
        /// they part.
        /// </summary>
        public float ClosingMps;
        /// <summary>Whether the contact determined the final direction of the body.</summary>
        public uint Active;
        private uint Reserved0;
    }

    /// <summary>The first obstacle that a swept shape meets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Hit
    {
        /// <summary>The obstacle; 0 if there is none.</summary>
        public ulong Obstacle;
        /// <summary>The time of impact, as a fraction of the motion.</summary>
        public double Time;
        /// <summary>The unit contact normal, from the obstacle to the shape.</summary>
        public Double3 Normal;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; Constants.None for a volume.</summary>
        public uint Triangle;
    }

    /// <summary>The checks that a zero crossing must pass to count as an event.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Guards
    {
        /// <summary><c>sizeof(fw_guards)</c>.</summary>
        internal uint Size;
        /// <summary>The sum of the <c>Constants.Guard…</c> of all enabled checks.</summary>
        public uint Checks;
        /// <summary>The minimum length of the pairs (sine, cosine) before and after a crossing, from 0 to 1.</summary>
        public double Norm;
        /// <summary>
        /// The largest time to or since the event that the pairs just before and just after a crossing may show, as a
        /// share of the window, from 0 to 1. The time of one update is added to it.
        /// </summary>
        public double Nearness;
        /// <summary>
        /// The largest fall of the signal in one update, as a share of the window, from 0 to 1. The time of the update is
        /// added to it.
        /// </summary>
        public double Jump;
        /// <summary>
        /// A time as a share of the window, from 0 to 0.5. Once the signal has been this long after an event, a crossing
        /// counts only if the signal has since been this long before an event.
        /// </summary>
        public double Approach;
        /// <summary>
        /// The smallest and the largest rate at which the time to the event falls, in seconds per second. A clean signal
        /// falls by 1.
        /// </summary>
        public Double2 Slope;
        /// <summary>The minimum time between two events, in seconds of the clip, at least 0.</summary>
        public double RefractorySecs;
    }

    /// <summary>The sizes of a network.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct NetworkInfo
    {
        /// <summary>The frames per second of its inputs and outputs.</summary>
        public Rate Rate;
        /// <summary>The number of consecutive frames that the network takes, the newest last.</summary>
        public uint Frames;
        /// <summary>The number of columns that the network takes of each frame.</summary>
        public uint Inputs;
        /// <summary>The number of columns that the network returns.</summary>
        public uint Outputs;
        /// <summary>The number of all columns of the specification.</summary>
        public uint Columns;
        /// <summary>The number of kinds of events that the network returns.</summary>
        public uint Events;
        /// <summary>The number of tags that the network returns.</summary>
        public uint Tags;
    }

    /// <summary>Facts about a pose that its joints do not show.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PoseFacts
    {
        /// <summary>
        /// The heading, as an angle about y in radians: 0 towards +z, growing to the left. It replaces the heading found
        /// from the pose if <c>HasHeading</c> is not 0.
        /// </summary>
        public double HeadingRad;
        /// <summary>Whether <c>HeadingRad</c> counts.</summary>
        public byte HasHeading;
        /// <summary>Whether the left foot touches the ground, for networks that take contacts.</summary>
        public byte LeftContact;
        /// <summary>Whether the right foot touches the ground, for networks that take contacts.</summary>
        public byte RightContact;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        private byte Reserved3;
        private byte Reserved4;
    }

    /// <summary>The parameters of a ball.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct BallParams
    {
        /// <summary><c>sizeof(fw_ball_params)</c>.</summary>
        internal uint Size;
        /// <summary>
        /// Whether there is a drag crisis, a speed at which the drag coefficient falls. If not, the coefficient is
        /// <c>DragLow</c> at every speed.
        /// </summary>
        public byte HasDragCrisis;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        /// <summary>The mass in kilograms.</summary>
        public double MassKg;
        /// <summary>The radius in metres.</summary>
        public double RadiusM;
        /// <summary>The gravity along -y, in m/s².</summary>
        public double GravityMps2;
        /// <summary>The density of the air in kilograms per cubic metre; 0 for no air at all.</summary>
        public double AirDensity;
        /// <summary>
        /// The coefficient far above the crisis. The drag coefficient is <c>drag_low + drag_drop / (1 + exp((v -
        /// drag_speed_mps) / drag_width_mps))</c>.
        /// </summary>
        public double DragLow;
        /// <summary>The drop of the coefficient in the crisis, as in the formula at <c>DragLow</c>.</summary>
        public double DragDrop;
        /// <summary>The speed in the middle of the crisis in m/s, as in the formula at <c>DragLow</c>.</summary>
        public double DragSpeedMps;
        /// <summary>The width of the crisis in m/s, as in the formula at <c>DragLow</c>.</summary>
        public double DragWidthMps;
        /// <summary>The lift coefficient per spin ratio, near zero spin.</summary>
        public double LiftSlope;
        /// <summary>The upper bound of the lift coefficient.</summary>
        public double MaxLift;
        /// <summary>The fraction of the spin lost per metre of flight.</summary>
        public double SpinDecayPerM;
        /// <summary>The ratio of normal speeds after and before a bounce.</summary>
        public double Restitution;
        /// <summary>Coulomb's coefficient of friction in a bounce.</summary>
        public double BounceFriction;
        /// <summary>Coulomb's coefficient of friction along the ground.</summary>
        public double SlidingFriction;
        /// <summary>The deceleration of a rolling ball in addition to drag, in m/s².</summary>
        public double RollingMps2;
        /// <summary>
        /// The speed limit of small hops, in m/s. A rebound slower than this times <c>1 - restitution</c> stays on the
        /// ground.
        /// </summary>
        public double SettleSpeedMps;
        /// <summary>The velocity of the air, in m/s.</summary>
        public Double3 WindMps;
    }

    /// <summary>
    /// The difference between a surface and the ground. On the ground, the ball has its own restitution and friction. Two
    /// factors of 1 mean no difference.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Surface
    {
        /// <summary>
        /// The factor of the ball's restitution, from 0 to 100. The product of the factor and the ball's restitution is
        /// capped at 1.
        /// </summary>
        public double Restitution;
        /// <summary>The factor of the ball's friction, from 0 to 100.</summary>
        public double Friction;
    }

    /// <summary>The complete state of a ball at one time. Make it with <c>Ball.Place</c>. You own it, and may copy and save it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Ball
    {
        /// <summary>The centre, in metres.</summary>
        public Double3 Position;
        /// <summary>The velocity in metres per second.</summary>
        public Double3 Velocity;
        /// <summary>The spin in radians per second.</summary>
        public Double3 Spin;
        /// <summary>The clock: the number of steps of 1/240 s since time 0.</summary>
        public ulong Steps;
        /// <summary>
        /// Whether the ball was placed here and has not moved yet. If so, its next step first pushes it out of any
        /// overlap.
        /// </summary>
        public byte IsPlaced;
        /// <summary>Whether the ball rolls or rests on the ground. The fields below describe that ground.</summary>
        public byte OnGround;
        private byte Reserved0;
        private byte Reserved1;
        /// <summary>The part of the statics it is on.</summary>
        public uint GroundHit;
        /// <summary>The other parts it has touched since it came down, latest first; Constants.None for none.</summary>
        public UInt3 Beside;
        private uint ReservedToo0;
        /// <summary>The unit normal, away from the ground.</summary>
        public Double3 GroundNormal;
        /// <summary>The material of the ground.</summary>
        public Surface GroundSurface;
    }

    /// <summary>A touch, which changes the velocity of a ball instantly.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Touch
    {
        /// <summary>The time, in seconds.</summary>
        public double Secs;
        /// <summary>The centre of the ball.</summary>
        public Double3 Position;
        /// <summary>The unit normal, away from the touched part.</summary>
        public Double3 Normal;
        /// <summary>The velocity just before.</summary>
        public Double3 VelocityBefore;
        /// <summary>The velocity just after.</summary>
        public Double3 Velocity;
        /// <summary>The part of the statics it touches.</summary>
        public uint Hit;
        /// <summary>1 if the ball starts to roll or slide, or continues along this part; 0 if it bounces.</summary>
        public uint Rolls;
    }

    /// <summary>A range of frames of a clip, never empty.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Range
    {
        /// <summary>The number of the clip.</summary>
        public uint Clip;
        /// <summary>The first frame.</summary>
        public uint Start;
        /// <summary>The first frame after the range.</summary>
        public uint Stop;
    }

    /// <summary>A result of a search.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Match
    {
        /// <summary>The pose.</summary>
        public PoseId Pose;
        /// <summary>The cost of the pose.</summary>
        public float Cost;
    }

    /// <summary>The options of a prediction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PredictionOptions
    {
        /// <summary><c>sizeof(fw_prediction_options)</c>.</summary>
        internal uint Size;
        /// <summary>How the flight is interpolated between samples: a <c>Constants.Reading…</c>.</summary>
        public uint Reading;
        /// <summary>The horizon: the length of the prediction, in seconds, above 0 and at most 3600.</summary>
        public double HorizonSecs;
        /// <summary>
        /// The largest distance of the interpolated flight from the stepped one, in metres, if <c>HasTolerance</c> is
        /// set. Otherwise it is the radius of the ball.
        /// </summary>
        public double ToleranceM;
        /// <summary>The lowest corner of the box that the ball must stay in, if <c>HasBounds</c> is set.</summary>
        public Double3 BoundsMin;
        /// <summary>The highest corner of that box.</summary>
        public Double3 BoundsMax;
        /// <summary>Whether <c>ToleranceM</c> is used.</summary>
        public byte HasTolerance;
        /// <summary>Whether the bounds are used.</summary>
        public byte HasBounds;
        /// <summary>
        /// Whether the horizon moves with the game. If so, <c>Prediction.Advance</c> extends the prediction when less
        /// than 80 % of the horizon is ahead.
        /// </summary>
        public byte KeepsAhead;
        private byte Reserved0;
        /// <summary>The number of frames over which <c>Prediction.AdvanceFrame</c> spreads a whole horizon; at least 1.</summary>
        public uint Frames;
    }

    /// <summary>The progress of a prediction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PredictionState
    {
        /// <summary>The time up to which the flight of the ball is known, in seconds. For a ball at rest this is the horizon.</summary>
        public double KnownSecs;
        /// <summary>The time of the horizon, in seconds.</summary>
        public double HorizonSecs;
        /// <summary>The number of steps taken.</summary>
        public uint StepsDone;
        /// <summary>Why the prediction is complete: a <c>Constants.End…</c>. It is Constants.EndNone if it is not complete.</summary>
        public uint End;
        /// <summary>The number of samples.</summary>
        public uint Samples;
        /// <summary>The number of events.</summary>
        public uint Events;
    }

    /// <summary>A sample of a flight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Sample
    {
        /// <summary>The time, in seconds.</summary>
        public double Secs;
        /// <summary>The centre of the ball.</summary>
        public Double3 Position;
        /// <summary>The velocity in m/s. Its meaning depends on the <c>Constants.Reading…</c> of the prediction.</summary>
        public Double3 Velocity;
        /// <summary>The acceleration in m/s²; 0 unless samples are read as parabolas.</summary>
        public Double3 Acceleration;
        /// <summary>The height of the ground under the ball; NaN if it is not known.</summary>
        public double GroundM;
    }

    /// <summary>An event of a flight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct FlightEvent
    {
        /// <summary>The time, in seconds.</summary>
        public double Secs;
        /// <summary>The centre of the ball.</summary>
        public Double3 Position;
        /// <summary>The unit normal, away from the touched part; 0 at the end.</summary>
        public Double3 Normal;
        /// <summary>A <c>Constants.Flight…</c>.</summary>
        public uint Kind;
        /// <summary>The part of the statics that the ball touches; Constants.None at the end.</summary>
        public uint Hit;
    }

    /// <summary>The upper ends of the height bands, in metres, in rising order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct HeightBands
    {
        /// <summary>The upper end of the knee band; 0.6 by default.</summary>
        public double KneeM;
        /// <summary>The upper end of the chest band; 1.5 by default.</summary>
        public double ChestM;
        /// <summary>The upper end of the head band; 2.2 by default.</summary>
        public double HeadM;
        /// <summary>The upper end of the keeper's band; 2.6 by default.</summary>
        public double KeeperM;
    }

    /// <summary>A part of a flight within one band.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Section
    {
        /// <summary>The start, in seconds.</summary>
        public double FromSecs;
        /// <summary>The end, in seconds.</summary>
        public double ToSecs;
        /// <summary>A <c>Constants.Band…</c>.</summary>
        public uint Band;
        private uint Reserved0;
    }

    /// <summary>A frame of a clip.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Frame
    {
        /// <summary>The number of the clip.</summary>
        public uint Clip;
        /// <summary>The number of the frame.</summary>
        public uint Number;
    }

    /// <summary>The capacity of a recording.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct RecordConfig
    {
        /// <summary><c>sizeof(fw_record_config)</c>.</summary>
        internal uint Size;
        /// <summary>The number of updates to keep, at 40 bytes each. 3600 by default, which is a minute at 60 updates per second.</summary>
        public uint Frames;
        /// <summary>The number of searches to keep, at about 370 bytes each. 1200 by default.</summary>
        public uint Searches;
        private uint Reserved0;
        /// <summary>
        /// The <c>Database.ContentStamp</c> of the tags that filters come from. The studio can then tell if its tags
        /// differ. 0, the default, means unknown.
        /// </summary>
        public ulong TagsStamp;
    }

    /// <summary>The size of a repertoire.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct RepertoireInfo
    {
        /// <summary>The number of joints. Joint 0 is the hips.</summary>
        public uint Joints;
        /// <summary>The number of clips in the index.</summary>
        public uint Clips;
    }

    /// <summary>A joint of a repertoire.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Joint
    {
        /// <summary>The parent, which comes before it; Constants.None for the hips.</summary>
        public uint Parent;
        /// <summary>The rotation at rest, a quaternion x, y, z, w in the space of the parent.</summary>
        public Float4 Rotation;
        /// <summary>The position in the space of the parent, in metres.</summary>
        public Float3 PositionM;
    }

    /// <summary>The place of the root in a clip.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct ClipRoot
    {
        /// <summary>The x and z of the place in the space of the clip, in metres.</summary>
        public Double2 PositionM;
        /// <summary>The x and z of the direction that the character faces, of length 1.</summary>
        public Double2 Facing;
    }

    /// <summary>A football pitch around the origin, its length along x.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Pitch
    {
        /// <summary><c>sizeof(fw_pitch)</c>.</summary>
        internal uint Size;
        /// <summary>Whether the goals have nets.</summary>
        public byte Nets;
        /// <summary>Whether there are banners behind the lines.</summary>
        public byte HasBanners;
        private byte Reserved0;
        private byte Reserved1;
        /// <summary>The length along x, in metres from 10 to 1000.</summary>
        public double LengthM;
        /// <summary>The width along z, in metres from 10 to 1000.</summary>
        public double WidthM;
        /// <summary>The distance of the banners behind the lines, in metres from 0 to 1000.</summary>
        public double BannersM;
        /// <summary>The height of the ground, in metres from -1000 to 1000.</summary>
        public double GroundM;
    }

    /// <summary>One part of <c>Statics</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct StaticShape
    {
        /// <summary>A <c>Constants.Shape…</c>.</summary>
        public uint Kind;
        private uint Reserved0;
        /// <summary>
        /// For a plane, its normal, away from the solid side. For a box, its lowest corner. For a capsule, one end of its
        /// axis.
        /// </summary>
        public Double3 A;
        /// <summary>For a box, its highest corner. For a capsule, the other end of its axis. A plane does not use it.</summary>
        public Double3 B;
        /// <summary>
        /// For a plane, its offset, in metres times the length of its normal. For a capsule, its radius. A box does not
        /// use it.
        /// </summary>
        public double Metres;
    }

    /// <summary>The encoding of events as signals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Encoding
    {
        /// <summary>The time before and after an event in which its signal turns, in seconds: above 0, at most 3600.</summary>
        public double WindowSecs;
        /// <summary>The standard deviation of the smoothing, in seconds: from 0 to the window.</summary>
        public double SigmaSecs;
    }

    /// <summary>The result of one update.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Passing
    {
        /// <summary>
        /// The time from the event to the end of the update, in seconds of the clip, if there was an event. It is below
        /// 0, by at most a thousandth of the update, if the event is still to come.
        /// </summary>
        public double FiredAgoSecs;
        /// <summary>Whether there was an event.</summary>
        public byte Fired;
        /// <summary>Whether the update was at least as long as the window, so that it may have skipped an event.</summary>
        public byte MayHaveMissed;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        private byte Reserved3;
        private byte Reserved4;
        private byte Reserved5;
    }

    /// <summary>The pose of an obstacle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Pose
    {
        /// <summary>The position in metres.</summary>
        public Double3 Position;
        /// <summary>The rotation, a unit quaternion x, y, z, w. Four zeros mean no rotation.</summary>
        public Float4 Rotation;
    }

    /// <summary>A volume around the origin.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Volume
    {
        /// <summary>A <c>Constants.Volume…</c>.</summary>
        public uint Kind;
        /// <summary>Half of each extent of a box, in metres.</summary>
        public Float3 HalfM;
        /// <summary>The radius of a sphere or a capsule, in metres.</summary>
        public float RadiusM;
        /// <summary>Half the length of the axis of a capsule without the caps, in metres.</summary>
        public float HalfAxisM;
    }

    internal static unsafe class Native
    {
        private const string Library = "footwork_c";
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint fw_abi_version();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_set_allocator(IntPtr allocate, IntPtr free, void* context, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_bias_create(ulong index, ulong* bias, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_bias_destroy(ulong bias, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_bias_add_cost(ulong bias, ulong poses, float cost, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_bias_add_stay(ulong bias, ulong poses, float bonus, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_blend_config_default(BlendConfig* config, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_blend_create(BlendConfig* config, ulong* blend, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_blend_destroy(ulong blend, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_blend_jump(ulong blend, fw_motion* shown, fw_motion* plays, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_blend_advance(ulong blend, double dt_secs, byte* is_active, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_blend_apply(ulong blend, fw_motion* plays, fw_motion* shown, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_create(ulong repertoire, CharacterConfig* config, PoseId* start, Placement* placement, ulong* character, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_destroy(ulong character, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_update(ulong character, double dt_secs, Stick* stick, fw_search_options* search, fw_surroundings* surroundings, Step* step, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_follow(ulong character, double dt_secs, Waypoint* waypoints, UIntPtr waypoints_count, fw_search_options* search, fw_surroundings* surroundings, Step* step, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_group_costs(ulong character, float* costs, UIntPtr costs_capacity, UIntPtr* costs_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_teleport(ulong character, Placement* to, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_take_over(ulong character, fw_motion* from, Placement* placement, fw_search_options* search, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_set_detail(ulong character, uint update_every, float search_every_secs, uint spread, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_is_resting(ulong character, byte* is_resting, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_save(ulong character, byte* bytes, UIntPtr bytes_capacity, UIntPtr* bytes_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_restore(ulong character, byte* bytes, UIntPtr bytes_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_config_default(CharacterConfig* config, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_get_root(ulong character, Placement* root, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_pose(ulong character, byte* mask, UIntPtr mask_count, float* transforms, UIntPtr transforms_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_plant_feet(ulong character, float* transforms, UIntPtr transforms_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_pose_in(ulong character, uint space, float* transforms, UIntPtr transforms_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_footsteps(ulong character, Footstep* footsteps, UIntPtr footsteps_capacity, UIntPtr* footsteps_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_choice_weights_default(ChoiceWeights* weights, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_choice_create(ulong* choice, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_choice_destroy(ulong choice, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_choice_choose(ulong choice, fw_choice_input* input, ChoiceWeights* weights, uint* chosen, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_choice_rated(ulong choice, Rated* rated, UIntPtr rated_capacity, UIntPtr* rated_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_choice_candidate(ulong choice, uint team, Intercept* found, Candidate* candidate, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_control_rules_default(ControlRules* rules, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_control_create(ControlRules* rules, ulong* control, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_control_destroy(ulong control, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_control_decide(ulong control, fw_situation* situation, Assignment* assignments, UIntPtr assignments_capacity, UIntPtr* assignments_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_from_bytes(byte* bytes, UIntPtr bytes_len, ulong* database, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_open(byte* path, UIntPtr path_len, ulong* database, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_destroy(ulong database, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_clip_count(ulong database, uint* count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_clip(ulong database, byte* name, UIntPtr name_len, uint* clip, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_clip_info(ulong database, uint clip, ClipInfo* info, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_clip_name(ulong database, uint clip, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_content_stamp(ulong database, ulong* stamp, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_tag_count(ulong database, uint* count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_tag_name(ulong database, uint tag, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_event_count(ulong database, uint* count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_event_name(ulong database, uint @event, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_event_times(ulong database, uint @event, uint clip, double* times_secs, UIntPtr times_capacity, UIntPtr* times_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_expression_functions(byte* lines, UIntPtr lines_capacity, UIntPtr* lines_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_expression_compile(fw_text* texts, UIntPtr texts_count, fw_text* variables, UIntPtr variables_count, uint seed, ulong* expression, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_expression_from_bytes(byte* bytes, UIntPtr bytes_len, ulong* expression, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_expression_destroy(ulong expression, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_expression_value(ulong expression, float* values, UIntPtr values_count, float* value, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_expression_block(ulong expression, fw_input* inputs, UIntPtr inputs_count, float** outputs, UIntPtr outputs_count, UIntPtr length, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_from_bytes(byte* bytes, UIntPtr bytes_len, byte is_kept, ulong* index, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_destroy(ulong index, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_get_info(ulong index, IndexInfo* info, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_clip(ulong index, byte* name, UIntPtr name_len, uint* clip, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_group(ulong index, byte* name, UIntPtr name_len, uint* first, uint* count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_group_name(ulong index, uint group, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_features(ulong index, PoseId pose, float* features, UIntPtr features_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_path_create(ulong* path, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_path_destroy(ulong path, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_path_read(ulong path, ulong prediction, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_search_create(uint model, ulong* search, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_search_destroy(ulong search, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_search_run(ulong search, ulong path, Player* players, UIntPtr players_count, double now_secs, Intercept* intercepts, UIntPtr intercepts_capacity, UIntPtr* intercepts_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_search_windows(ulong search, UIntPtr index, Window* windows, UIntPtr windows_capacity, UIntPtr* windows_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_intercept_cache_create(uint model, ulong* cache, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_intercept_cache_destroy(ulong cache, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_intercept_cache_update(ulong cache, ulong path, Player* players, UIntPtr players_count, double now_secs, Intercept* intercepts, UIntPtr intercepts_capacity, UIntPtr* intercepts_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_intercept_cache_clear(ulong cache, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_goal_create(ulong index, ulong* goal, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_goal_destroy(ulong goal, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_goal_set(ulong goal, byte* group, UIntPtr group_len, float* values, UIntPtr values_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_goal_unset(ulong goal, byte* group, UIntPtr group_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_matcher_create(Rules* rules, PoseId* start, ulong* matcher, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_matcher_destroy(ulong matcher, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_matcher_update(ulong matcher, ulong index, double dt_secs, ulong goal, byte input_changed, fw_search_options* options, Step* step, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_controller_config_default(ControllerConfig* config, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_controller_create(ControllerConfig* config, Place* place, ulong* controller, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_controller_destroy(ulong controller, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_controller_update(ulong controller, double dt_secs, Stick* stick, Place* place, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_controller_set_goal(ulong controller, ulong index, Place* character, Stick* stick, ulong goal, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_controller_adjusted(ulong controller, double dt_secs, Place* character, double speed_mps, Place* place, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_move_config_default(MoveConfig* config, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mover_create(Body* body, ulong* mover, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mover_from_hull(float* points, UIntPtr points_count, ulong* mover, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mover_destroy(ulong mover, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mover_move_by(ulong mover, ulong world, MoverState* state, float* displacement, fw_filter* filter, MoveConfig* config, Move* moved, Contact* contacts, UIntPtr contacts_capacity, UIntPtr* contacts_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mover_resize(ulong mover, ulong world, MoverState* state, Body* body, fw_filter* filter, MoveConfig* config, byte* fits, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_overlapping(ulong world, Body* body, double* position, uint layers, ulong* obstacles, UIntPtr obstacles_capacity, UIntPtr* obstacles_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_sweep(ulong world, Body* body, double* position, double* motion, uint layers, Hit* hit, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_from_bytes(byte* bytes, UIntPtr bytes_len, Guards* guards, double lead_secs, double delay_secs, ulong* network, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_destroy(ulong network, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_check(ulong network, byte* expected, UIntPtr expected_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_get_info(ulong network, NetworkInfo* info, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_column_name(ulong network, uint column, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_inputs(ulong network, uint* columns, UIntPtr columns_capacity, UIntPtr* columns_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_outputs(ulong network, uint* columns, UIntPtr columns_capacity, UIntPtr* columns_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_event_name(ulong network, uint @event, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_event(ulong network, byte* name, UIntPtr name_len, uint* @event, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_tag_name(ulong network, uint tag, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_tag(ulong network, byte* name, UIntPtr name_len, uint* tag, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_scale(ulong network, float* inputs, UIntPtr inputs_count, float* scaled, UIntPtr scaled_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_push(ulong network, float* outputs, UIntPtr outputs_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_next_frame_secs(ulong network, double* secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_passed(ulong network, uint @event, double previous_secs, double now_secs, double* times_secs, UIntPtr times_capacity, UIntPtr* times_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_coming(ulong network, uint @event, double now_secs, double secs, double* at_secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_holds(ulong network, uint tag, byte* holds, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_row(ulong network, float* row, UIntPtr row_capacity, UIntPtr* row_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_restart(ulong network, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_set_skeleton(ulong network, fw_text* names, UIntPtr names_count, uint* parents, UIntPtr parents_count, float* offsets_m, UIntPtr offsets_count, fw_text* roles, UIntPtr roles_count, uint travelling, byte has_channels, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_push_pose(ulong network, double* position, float* rotations, UIntPtr rotations_count, float* translations_m, UIntPtr translations_count, float* given, UIntPtr given_count, PoseFacts* facts, byte* is_ready, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_network_window(ulong network, float* window, UIntPtr window_capacity, UIntPtr* window_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_filter_default(fw_filter* filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_ball_params_default(BallParams* @params, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_physics_create(BallParams* @params, ulong statics, ulong* physics, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_physics_destroy(ulong physics, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_ball_place(double now_secs, double* position, double* velocity, double* spin, Ball* ball, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_ball_kick(Ball* ball, double* velocity, double* spin, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_ball_secs(Ball* ball, double* secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_physics_step(ulong physics, Ball* ball, uint steps, Touch* touches, UIntPtr touches_capacity, UIntPtr* touches_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_player_default(uint id, double* position, Player* player, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_from_ranges(ulong index, Range* ranges, UIntPtr ranges_count, uint twins, ulong* filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_from_query(ulong index, ulong query, uint twins, ulong* filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_for_landing(ulong index, ulong query, uint twins, double runway_secs, ulong* filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_destroy(ulong filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_count(ulong filter, ulong* poses, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_allows(ulong filter, ulong index, PoseId pose, byte* allows, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_search(ulong index, float* goal, UIntPtr goal_count, fw_search_options* options, Match* matches, UIntPtr matches_capacity, UIntPtr* matches_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_options_default(PredictionOptions* options, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_create(ulong physics, Ball* ball, PredictionOptions* options, ulong* prediction, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_destroy(ulong prediction, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_restart(ulong prediction, ulong physics, Ball* ball, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_advance_frame(ulong prediction, ulong physics, double now_secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_advance(ulong prediction, double now_secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_run(ulong prediction, ulong physics, uint steps, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_get_state(ulong prediction, PredictionState* state, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_position_at(ulong prediction, double secs, double* position, byte* is_known, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_samples(ulong prediction, Sample* samples, UIntPtr samples_capacity, UIntPtr* samples_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_events(ulong prediction, FlightEvent* events, UIntPtr events_capacity, UIntPtr* events_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_prediction_sections(ulong prediction, HeightBands* bands, Section* sections, UIntPtr sections_capacity, UIntPtr* sections_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_functions(byte* lines, UIntPtr lines_capacity, UIntPtr* lines_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_bind(ulong database, byte* query, UIntPtr query_len, ulong* bound, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_destroy(ulong query, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_ranges(ulong query, Range* ranges, UIntPtr ranges_capacity, UIntPtr* ranges_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_ranges_in(ulong query, uint clip, Range* ranges, UIntPtr ranges_capacity, UIntPtr* ranges_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_mask(ulong query, uint clip, ulong* words, UIntPtr words_capacity, UIntPtr* words_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_holds(ulong query, uint clip, uint frame, byte* holds, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_holds_many(ulong query, Frame* frames, UIntPtr frames_count, ulong* words, UIntPtr words_capacity, UIntPtr* words_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_next_change(ulong query, uint clip, uint frame, uint* next, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_cache_create(UIntPtr max_bytes, ulong* cache, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_cache_destroy(ulong cache, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_query_cache_ranges(ulong cache, ulong query, Range* ranges, UIntPtr ranges_capacity, UIntPtr* ranges_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_record_config_default(RecordConfig* config, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_record(ulong character, RecordConfig* config, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_stop_recording(ulong character, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_is_recording(ulong character, byte* is_recording, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_character_recording(ulong character, byte* bytes, UIntPtr bytes_capacity, UIntPtr* bytes_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_from_bytes(byte* bytes, UIntPtr bytes_len, uint skeleton, byte is_kept, ulong* repertoire, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_open(byte* path, UIntPtr path_len, uint skeleton, ulong* repertoire, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_destroy(ulong repertoire, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_get_info(ulong repertoire, RepertoireInfo* info, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_from_repertoire(ulong repertoire, ulong* index, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_joint(ulong repertoire, uint joint, Joint* found, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_joint_name(ulong repertoire, uint joint, byte* name, UIntPtr name_capacity, UIntPtr* name_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_find_joint(ulong repertoire, byte* name, UIntPtr name_len, uint* joint, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_decode(ulong repertoire, PoseId pose, float part, float* transforms, UIntPtr transforms_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_repertoire_root(ulong repertoire, PoseId pose, float part, ClipRoot* root, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_rules_default(Rules* rules, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pitch_default(Pitch* pitch, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_statics_create(Pitch* pitch, ulong* statics, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_statics_destroy(ulong statics, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_statics_add(ulong statics, StaticShape* shape, Surface* surface, uint* hit, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_surroundings_default(fw_surroundings* surroundings, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_tracks_create(ulong* tracks, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_tracks_destroy(ulong tracks, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_tracks_add(ulong tracks, double* times_secs, UIntPtr times_count, double loop_secs, uint* track, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_tracks_times(ulong tracks, uint track, double* times_secs, UIntPtr times_capacity, UIntPtr* times_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_tracks_passed(ulong tracks, uint track, double previous_secs, double now_secs, double* times_secs, UIntPtr times_capacity, UIntPtr* times_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_tracks_nearest(ulong tracks, uint track, double at_secs, double* until_secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_encoding_from_gaps(ulong tracks, Rate* rate, Encoding* encoding, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_encoding_encode(Encoding* encoding, ulong tracks, Rate* rate, float* rows, UIntPtr rows_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_encoding_decode(Encoding* encoding, float sine, float cosine, double* until_secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_encoding_decode_all(Encoding* encoding, float* pairs, UIntPtr pairs_count, Rate* rate, Guards* guards, double* times_secs, UIntPtr times_capacity, UIntPtr* times_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_guards_default(Guards* guards, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_trigger_create(Encoding* encoding, Guards* guards, double lead_secs, double smoothing_secs, ulong* trigger, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_trigger_destroy(ulong trigger, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_trigger_advance(ulong trigger, float sine, float cosine, double step_secs, Passing* passing, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_trigger_restart(ulong trigger, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_trigger_fires_within(ulong trigger, double secs, double* until_secs, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mesh_from_triangles(double* triangles, UIntPtr triangles_count, ulong* mesh, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mesh_from_heights(double* heights_m, UIntPtr heights_count, UIntPtr columns, double cell_m, ulong* mesh, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mesh_from_hull(double* points, UIntPtr points_count, ulong* mesh, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_mesh_destroy(ulong mesh, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_create(ulong* world, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_destroy(ulong world, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_add_mesh(ulong world, ulong mesh, Pose* pose, Label* label, ulong* obstacle, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_add_volume(ulong world, Volume* volume, Pose* pose, Label* label, ulong* obstacle, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_remove(ulong world, ulong obstacle, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_begin_step(ulong world, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_move_to(ulong world, ulong obstacle, Pose* pose, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_world_set_label(ulong world, ulong obstacle, Label* label, fw_error* error);
    }
}
