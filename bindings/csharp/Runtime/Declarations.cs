// @generated from bindings/c/include/footwork.h by `BLESS=1 cargo test -p footwork-c`; not edited by hand.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>How a call ended.</summary>
    public enum Status
    {
        /// <summary>Done.</summary>
        Ok = 0,
        /// <summary>A pointer or a handle is null where something is needed.</summary>
        Null = 1,
        /// <summary>A pointer is not aligned, a length is impossible, or a struct is of a size that this library does not know.</summary>
        BadSize = 2,
        /// <summary>The object was destroyed, or the handle is of another kind or of none.</summary>
        StaleHandle = 3,
        /// <summary>Another thread is using the object, which is for one thread at a time.</summary>
        Busy = 4,
        /// <summary>The buffer is too small. The count says how many it must hold; the buffer is unchanged.</summary>
        BufferTooSmall = 5,
        /// <summary>A text is wrong: the error says where and why.</summary>
        BadText = 6,
        /// <summary>There is nothing of this name.</summary>
        UnknownName = 7,
        /// <summary>A number is NaN, infinite, or outside what the function takes.</summary>
        OutOfRange = 8,
        /// <summary>The bytes are not of the format, are of a newer version, or are damaged.</summary>
        BadData = 9,
        /// <summary>The file cannot be read.</summary>
        Io = 10,
        /// <summary>A fault of this library. Please report it with the message. What the call was changing is destroyed, its handle stale.</summary>
        Panic = 11,
    }

    /// <summary>The numbers of the header.</summary>
    public static class Constants
    {
        /// <summary>The version of this header's functions and structs. It changes when a program that was compiled with an older header would no longer work.</summary>
        public const uint AbiVersion = 1;
        /// <summary>Nobody and nothing, where a number says which.</summary>
        public const uint None = uint.MaxValue;
        /// <summary>What was shown moves on by its own speed, which decays, and fades into what plays.</summary>
        public const uint BlendDead = 0;
        /// <summary>The difference to what plays vanishes like a critically damped spring.</summary>
        public const uint BlendInertial = 1;
        /// <summary>What was shown stands still and fades into what plays.</summary>
        public const uint BlendCrossfade = 2;
        /// <summary>It can take the ball at `arrival_secs`.</summary>
        public const uint Arrives = 0;
        /// <summary>It cannot take the ball, up to the horizon.</summary>
        public const uint ArrivesNever = 1;
        /// <summary>Not on the flight predicted so far, and not before `arrival_secs`.</summary>
        public const uint ArrivesUnknown = 2;
        /// <summary>Nothing delays it.</summary>
        public const uint ConditionFree = 0;
        /// <summary>In an action that must end.</summary>
        public const uint ConditionBusy = 1;
        /// <summary>Injured.</summary>
        public const uint ConditionInjured = 2;
        /// <summary>On the ground.</summary>
        public const uint ConditionGrounded = 3;
        /// <summary>Only the human switches.</summary>
        public const uint ModeManual = 0;
        /// <summary>Only right after a touch, or away from a player that cannot reach the ball.</summary>
        public const uint ModeAssisted = 1;
        /// <summary>Whenever there is enough to gain.</summary>
        public const uint ModeAutomatic = 2;
        /// <summary>The length of the message in `fw_error`, with the NUL.</summary>
        public const uint MessageSize = 480;
        /// <summary>A clip and its mirrored twin.</summary>
        public const uint TwinsBoth = 0;
        /// <summary>The clip as it was recorded.</summary>
        public const uint TwinsOriginal = 1;
        /// <summary>Its mirrored twin.</summary>
        public const uint TwinsMirrored = 2;
        /// <summary>How many poses `fw_index_search` finds at most.</summary>
        public const uint MaxMatches = 64;
        /// <summary>A disc that grows at top speed.</summary>
        public const uint ReachSimple = 0;
        /// <summary>Acceleration, turning, and drift until ready.</summary>
        public const uint ReachFull = 1;
        /// <summary>The player is there before the ball can be taken.</summary>
        public const uint PlayerWaits = 0;
        /// <summary>The ball lies still when the player arrives.</summary>
        public const uint BallWaits = 1;
        /// <summary>Both arrive at the same time.</summary>
        public const uint OnTheRun = 2;
        /// <summary>Standing.</summary>
        public const uint TakenStanding = 0;
        /// <summary>In a jump.</summary>
        public const uint TakenJump = 1;
        /// <summary>With the hands, above the head in a jump.</summary>
        public const uint TakenHands = 2;
        /// <summary>The clip plays on.</summary>
        public const uint StepContinue = 0;
        /// <summary>Another pose plays from now on.</summary>
        public const uint StepJump = 1;
        /// <summary>The pose that plays must not go on, but no other is allowed.</summary>
        public const uint StepNoneAllowed = 2;
        /// <summary>It was time.</summary>
        public const uint TriggerDue = 0;
        /// <summary>The input changed.</summary>
        public const uint TriggerInput = 1;
        /// <summary>The filter allows other poses.</summary>
        public const uint TriggerFilter = 2;
        /// <summary>The filter forbids the pose that plays.</summary>
        public const uint TriggerForbidden = 3;
        /// <summary>The clip ends here.</summary>
        public const uint TriggerEnd = 4;
        /// <summary>An upright box.</summary>
        public const uint BodyBox = 0;
        /// <summary>An upright capsule.</summary>
        public const uint BodyCapsule = 1;
        /// <summary>A sphere.</summary>
        public const uint BodySphere = 2;
        /// <summary>In the air.</summary>
        public const uint FootingAir = 0;
        /// <summary>On ground that is level enough.</summary>
        public const uint FootingGround = 1;
        /// <summary>In a groove, where it can jump.</summary>
        public const uint FootingWedged = 2;
        /// <summary>Against a surface that is too steep to stand on.</summary>
        public const uint FootingSteep = 3;
        /// <summary>Nothing was in the way.</summary>
        public const uint MovedFree = 0;
        /// <summary>It went along what was in the way, or up to it.</summary>
        public const uint MovedSlid = 1;
        /// <summary>It stopped, or did not move at all.</summary>
        public const uint MovedBlocked = 2;
        /// <summary>It had no player and was given the best free one.</summary>
        public const uint ReasonGiven = 0;
        /// <summary>It had no player, and none is free.</summary>
        public const uint ReasonNobodyFree = 1;
        /// <summary>It requested this player.</summary>
        public const uint ReasonAsked = 2;
        /// <summary>Its request was refused: another human holds the player, or held it until this decision, or there is none.</summary>
        public const uint ReasonRefused = 3;
        /// <summary>Switched: the present player cannot reach the ball.</summary>
        public const uint ReasonCannotReach = 4;
        /// <summary>Switched for a gain at a touch.</summary>
        public const uint ReasonTouched = 5;
        /// <summary>Switched for a gain.</summary>
        public const uint ReasonGain = 6;
        /// <summary>Kept: only the human switches.</summary>
        public const uint ReasonManualMode = 7;
        /// <summary>Kept: its requested switch still stands.</summary>
        public const uint ReasonLocked = 8;
        /// <summary>Kept: the ball is on the ground and the human wants help with air balls only.</summary>
        public const uint ReasonBallOnGround = 9;
        /// <summary>Kept: no other available player can reach the ball.</summary>
        public const uint ReasonNoCandidate = 10;
        /// <summary>Kept: it left the better player just now.</summary>
        public const uint ReasonWouldGoBack = 11;
        /// <summary>Kept: no other player is better.</summary>
        public const uint ReasonBest = 12;
        /// <summary>Kept: the gain is too small.</summary>
        public const uint ReasonMargin = 13;
        /// <summary>Kept: it wants help only at a touch, or if the present player cannot reach the ball.</summary>
        public const uint ReasonNoTouch = 14;
        /// <summary>Kept: it has had this player for too short a time.</summary>
        public const uint ReasonDwell = 15;
        /// <summary>Kept: another human switches now, or took the better player first.</summary>
        public const uint ReasonNotItsTurn = 16;
        /// <summary>Kept: the prediction does not say yet if and when its player reaches the ball.</summary>
        public const uint ReasonNotPredicted = 17;
        /// <summary>Below the knee: for the feet.</summary>
        public const uint BandKnee = 0;
        /// <summary>Below the chest.</summary>
        public const uint BandChest = 1;
        /// <summary>Below the head, or as high as a jump if set so.</summary>
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
        /// <summary>From here on your own.</summary>
        public const uint BusyOther = 256;
        /// <summary>A line along the velocity of each sample.</summary>
        public const uint ReadingVelocity = 0;
        /// <summary>A line from each sample to the next.</summary>
        public const uint ReadingChord = 1;
        /// <summary>A parabola along velocity and acceleration of each sample.</summary>
        public const uint ReadingAcceleration = 2;
        /// <summary>It goes on.</summary>
        public const uint EndNone = 0;
        /// <summary>The ball lies still until the horizon.</summary>
        public const uint EndRest = 1;
        /// <summary>It has left the bounds or the world.</summary>
        public const uint EndOut = 2;
        /// <summary>The horizon is reached.</summary>
        public const uint EndHorizon = 3;
        /// <summary>There are too many events.</summary>
        public const uint EndFull = 4;
        /// <summary>Its numbers are no longer finite.</summary>
        public const uint EndLost = 5;
        /// <summary>It bounces.</summary>
        public const uint FlightBounce = 0;
        /// <summary>It starts to roll or slide, or rolls on along something else.</summary>
        public const uint FlightRoll = 1;
        /// <summary>The prediction ends.</summary>
        public const uint FlightEnd = 2;
        /// <summary>A half-space.</summary>
        public const uint ShapePlane = 0;
        /// <summary>A box.</summary>
        public const uint ShapeBox = 1;
        /// <summary>A capsule; a sphere if its ends are one point.</summary>
        public const uint ShapeCapsule = 2;
        /// <summary>How many events `fw_tracks_passed` counts.</summary>
        public const uint MaxPassed = 65536;
        /// <summary>The check `norm` of `fw_guards` is on.</summary>
        public const uint GuardNorm = 1;
        /// <summary>See `fw_guards`.</summary>
        public const uint GuardNearness = 2;
        /// <summary>Only falling signals count.</summary>
        public const uint GuardFalling = 4;
        /// <summary>See `fw_guards`.</summary>
        public const uint GuardJump = 8;
        /// <summary>See `fw_guards`.</summary>
        public const uint GuardApproach = 16;
        /// <summary>See `fw_guards`.</summary>
        public const uint GuardSlope = 32;
        /// <summary>See `fw_guards`.</summary>
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

    /// <summary>What is wrong, and where. Yours: set `size` to `sizeof(fw_error)`, and pass its address to any function.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_error
    {
        /// <summary>`sizeof(fw_error)`.</summary>
        public uint Size;
        /// <summary>The status that the function returned.</summary>
        public Status Status;
        /// <summary>Where in the text the mistake starts, in bytes; as `stop` if it has no place.</summary>
        public uint Start;
        /// <summary>Where in the text the mistake stops, in bytes.</summary>
        public uint Stop;
        /// <summary>In which text, from 0, where a function takes several.</summary>
        public uint Text;
        /// <summary>How many more mistakes there are.</summary>
        public uint More;
        /// <summary>The length of the message in bytes, without the NUL.</summary>
        public uint MessageLen;
        private uint Reserved0;
        /// <summary>One sentence in UTF-8, with a hint where there is one, ending in NUL.</summary>
        public fixed byte Message[480];
    }

    /// <summary>How jumps are blended. Set `size`, then call `fw_blend_config_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BlendConfig
    {
        /// <summary>`sizeof(fw_blend_config)`.</summary>
        public uint Size;
        /// <summary>An `FW_BLEND_`.</summary>
        public uint Style;
        /// <summary>How long a fade takes; not of an inertial blend.</summary>
        public float FadeSecs;
        /// <summary>How fast speeds or differences decay; not of a crossfade.</summary>
        public float HalflifeSecs;
        /// <summary>No joint goes into a blend turning faster than this.</summary>
        public float MaxSpinRadps;
        /// <summary>Nor do the hips move faster.</summary>
        public float MaxSpeedMps;
    }

    /// <summary>A pose with its speeds, whose joints lie in arrays of yours.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_motion
    {
        /// <summary>`sizeof(fw_motion)`.</summary>
        public uint Size;
        /// <summary>How many joints it has.</summary>
        public uint Joints;
        /// <summary>Where the hips are, from the root on the ground.</summary>
        public Float3 HipsM;
        /// <summary>How fast they move there.</summary>
        public Float3 HipsMps;
        /// <summary>How fast the root moves and turns: to the left and ahead in m/s, and about +y in rad/s.</summary>
        public Float3 RootVelocity;
        private uint Reserved0;
        /// <summary>For each joint a quaternion x, y, z, w in the space of its parent; of the hips in that of the character.</summary>
        public float* Rotations;
        /// <summary>For each joint how fast it turns: an axis in the space of its parent times rad/s.</summary>
        public float* SpinsRadps;
    }

    /// <summary>What criteria weigh, in seconds of arriving later. Set `size`, then call `fw_choice_weights_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ChoiceWeights
    {
        /// <summary>`sizeof(fw_choice_weights)`.</summary>
        public uint Size;
        private uint Reserved0;
        /// <summary>When the player takes the ball, in seconds from now.</summary>
        public double First;
        /// <summary>How long it waits for the ball, in seconds.</summary>
        public double Wait;
        /// <summary>The effort of the intercept.</summary>
        public double Effort;
        /// <summary>The difficulty of the intercept.</summary>
        public double Difficulty;
        /// <summary>How close the first opponent is in time, from 0 to 1.</summary>
        public double Pressure;
        /// <summary>Whether the player comes from its own goal, from 0 to 1.</summary>
        public double GoalSide;
        /// <summary>A player who is first by more than this, in seconds, is chosen whatever the scores.</summary>
        public double LeadSecs;
    }

    /// <summary>A player. Fill the defaults in with `fw_player_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Player
    {
        /// <summary>Who it is: any number but FW_NONE.</summary>
        public uint Id;
        /// <summary>Its team.</summary>
        public uint Team;
        /// <summary>The feet.</summary>
        public Double3 Position;
        /// <summary>In metres per second; y is ignored.</summary>
        public Double3 Velocity;
        /// <summary>Where the body faces, of any length above 0; y is ignored. Zeros face everywhere.</summary>
        public Double3 Facing;
        /// <summary>When it has reacted, on the clock of the ball.</summary>
        public double ReactionEndSecs;
        /// <summary>Until when it is busy, on the clock of the ball.</summary>
        public double BusyUntilSecs;
        /// <summary>With what: an `FW_BUSY_`.</summary>
        public uint BusyWith;
        private uint Reserved0;
        /// <summary>In metres per second.</summary>
        public double TopSpeedMps;
        /// <summary>For running and braking, above 0.</summary>
        public double AccelerationMps2;
        /// <summary>The time to turn by 180 degrees.</summary>
        public double TurnSecs;
        /// <summary>The horizontal distance at which it takes the ball.</summary>
        public double ReachM;
        /// <summary>Up to which height of the ball, with both feet on the ground.</summary>
        public double StandingM;
        /// <summary>With the head, in a jump.</summary>
        public double JumpingM;
        /// <summary>With a keeper's hands, stretched in a jump.</summary>
        public double HandsM;
        /// <summary>The fraction left of top speed and acceleration, from 0 to 1.</summary>
        public double Stamina;
    }

    /// <summary>When and how a player can first take the ball.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Intercept
    {
        /// <summary>The player.</summary>
        public uint Player;
        /// <summary>Whether it can take the ball. If not, all numbers below are 0, but for `secs`.</summary>
        public byte CanTake;
        /// <summary>Whether this is final: 0 if there is none so far and the path is not predicted to its end, or if a number of the player is out of range.</summary>
        public byte IsKnown;
        private byte Reserved0;
        private byte Reserved1;
        /// <summary>When. If this is not known, the time before which it does not; if it cannot take the ball, 0.</summary>
        public double Secs;
        /// <summary>The centre of the ball then.</summary>
        public Double3 Position;
        /// <summary>Its height above the ground; above the feet of the player where the ground is not known.</summary>
        public double HeightM;
        /// <summary>How it takes the ball: an `FW_TAKEN_`.</summary>
        public uint TakenBy;
        /// <summary>Who waits: FW_PLAYER_WAITS, FW_BALL_WAITS or FW_ON_THE_RUN.</summary>
        public uint Kind;
        /// <summary>How long one waits.</summary>
        public double WaitSecs;
        /// <summary>How far the player runs.</summary>
        public double RunM;
        /// <summary>From 0 for standing to 1 for top speed.</summary>
        public double Pace;
        /// <summary>In seconds of running at top speed.</summary>
        public double Effort;
        /// <summary>From 0 for a ball that lies still to 1.</summary>
        public double Difficulty;
    }

    /// <summary>What a choice is made of. Set `size`, and the rest; there is no default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_choice_input
    {
        /// <summary>`sizeof(fw_choice_input)`.</summary>
        public uint Size;
        /// <summary>By which model was searched: an `FW_REACH_`.</summary>
        public uint Model;
        /// <summary>The path that was searched.</summary>
        public ulong Path;
        /// <summary>The time of the search.</summary>
        public double NowSecs;
        /// <summary>All players.</summary>
        public Player* Players;
        /// <summary>Their intercepts, in the same order.</summary>
        public Intercept* Intercepts;
        /// <summary>How many of each there are.</summary>
        public UIntPtr Count;
        /// <summary>The team to choose from; FW_NONE for all players, who then have no opponents.</summary>
        public uint Team;
        /// <summary>Whether the team has a goal to defend, at `goal`.</summary>
        public uint HasGoal;
        /// <summary>The centre of the goal of that team.</summary>
        public Double3 Goal;
    }

    /// <summary>A player who can take the ball, as a choice rated it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rated
    {
        /// <summary>The player.</summary>
        public uint Player;
        private uint Reserved0;
        /// <summary>When it can first take the ball, in seconds from now.</summary>
        public double FirstSecs;
        /// <summary>When it best takes the ball, on the clock of the ball.</summary>
        public double TakeSecs;
        /// <summary>Where the ball is then.</summary>
        public Double3 TakePosition;
        /// <summary>The weighted sum of the criteria; the smallest is chosen.</summary>
        public double Score;
    }

    /// <summary>A player whom a human may control. `fw_choice_candidate` makes it of what a search found.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Candidate
    {
        /// <summary>The player; each at most once.</summary>
        public uint Player;
        /// <summary>Its team.</summary>
        public uint Team;
        /// <summary>An `FW_ARRIVES`.</summary>
        public uint Arrival;
        /// <summary>What delays it: an `FW_CONDITION_`.</summary>
        public uint Condition;
        /// <summary>When it can first take the ball; if that is not known, the time before which it does not.</summary>
        public double ArrivalSecs;
        /// <summary>The cost of other criteria, added to the time to the ball.</summary>
        public double OtherSecs;
        /// <summary>How long its condition delays it.</summary>
        public double DelaySecs;
        /// <summary>Whether it is the keeper.</summary>
        public byte IsKeeper;
        /// <summary>Whether the last pass was meant for it.</summary>
        public byte IsPassTarget;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        private byte Reserved3;
        private byte Reserved4;
        private byte Reserved5;
    }

    /// <summary>When to switch. Set `size`, then call `fw_control_rules_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ControlRules
    {
        /// <summary>`sizeof(fw_control_rules)`.</summary>
        public uint Size;
        /// <summary>Whether a requested switch stands for `lock_secs`; if not, until the next touch.</summary>
        public uint HasLockSecs;
        /// <summary>The smallest gain worth a switch, in seconds.</summary>
        public double MarginSecs;
        /// <summary>The smallest gain as a fraction of the present player's score.</summary>
        public double MarginFraction;
        /// <summary>The gain that is always worth a switch, in seconds.</summary>
        public double MaxMarginSecs;
        /// <summary>How long a player is kept at least.</summary>
        public double DwellSecs;
        /// <summary>How long after a touch a human may switch without waiting for that.</summary>
        public double TouchSecs;
        /// <summary>How long the rules do not return a human to a player it left.</summary>
        public double BackSecs;
        /// <summary>How long a requested switch stands, unless the ball is touched first.</summary>
        public double LockSecs;
        /// <summary>The bonus of the target of a pass, in seconds.</summary>
        public double PassBonusSecs;
        /// <summary>How long the old direction of the stick blends out.</summary>
        public double BlendSecs;
    }

    /// <summary>A human at one decision.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Human
    {
        /// <summary>The human; each at most once.</summary>
        public uint Id;
        /// <summary>The team it controls.</summary>
        public uint Team;
        /// <summary>The player it controls now; FW_NONE for a human who joins.</summary>
        public uint Player;
        /// <summary>When the rules may switch: an `FW_MODE_`.</summary>
        public uint Mode;
        /// <summary>Only while the ball is in the air.</summary>
        public byte AirBallsOnly;
        /// <summary>Whether the keeper is a player like any other.</summary>
        public byte AllowsKeeper;
        /// <summary>Whether it requests a switch, to `request`.</summary>
        public byte HasRequest;
        private byte Reserved0;
        /// <summary>The requested player; FW_NONE for the one on the indicator.</summary>
        public uint Request;
    }

    /// <summary>What a decision looks at. Set `size`, and the rest; there is no default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_situation
    {
        /// <summary>`sizeof(fw_situation)`.</summary>
        public uint Size;
        /// <summary>Who touched the ball since the last decision; FW_NONE if it is not known.</summary>
        public uint TouchedBy;
        /// <summary>The time, not before that of the last decision.</summary>
        public double NowSecs;
        /// <summary>The players of all teams with humans.</summary>
        public Candidate* Candidates;
        /// <summary>How many.</summary>
        public UIntPtr CandidatesCount;
        /// <summary>The humans in the game.</summary>
        public Human* Humans;
        /// <summary>How many.</summary>
        public UIntPtr HumansCount;
        /// <summary>Whether somebody touched the ball since the last decision. Not a bounce.</summary>
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
    public struct Assignment
    {
        /// <summary>The human.</summary>
        public uint Human;
        /// <summary>The player it controlled before, or FW_NONE.</summary>
        public uint From;
        /// <summary>The player it controls now; FW_NONE only if none is free.</summary>
        public uint Player;
        /// <summary>The player that the indicator shows, or FW_NONE.</summary>
        public uint Next;
        /// <summary>Why: an `FW_REASON_`.</summary>
        public uint Reason;
        /// <summary>Whether the old direction of the stick blends out.</summary>
        public uint BlendsStick;
        /// <summary>When the switch was whose old direction blends out.</summary>
        public double StickFromSecs;
        /// <summary>How long it blends.</summary>
        public double StickLastsSecs;
    }

    /// <summary>What is known of a clip.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ClipInfo
    {
        /// <summary>Frames a second are this number by the next.</summary>
        public ulong RateNumerator;
        /// <summary>At least 1.</summary>
        public ulong RateDenominator;
        /// <summary>How many frames it has.</summary>
        public uint Frames;
        private uint Reserved0;
    }

    /// <summary>A text: UTF-8, which needs no NUL at its end.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_text
    {
        /// <summary>The first byte; may be null if there are none.</summary>
        public byte* Bytes;
        /// <summary>How many bytes.</summary>
        public UIntPtr Len;
    }

    /// <summary>The values of a variable for a block: one for each result, or one for all.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_input
    {
        /// <summary>A value for each result; null if `uniform` is for all.</summary>
        public float* Values;
        /// <summary>The value for all results.</summary>
        public float Uniform;
    }

    /// <summary>Frames a second, as a fraction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rate
    {
        /// <summary>Above 0.</summary>
        public ulong Numerator;
        /// <summary>Above 0.</summary>
        public ulong Denominator;
    }

    /// <summary>What an index holds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct IndexInfo
    {
        /// <summary>Frames a second.</summary>
        public Rate Rate;
        /// <summary>How many poses there are, those of twins too.</summary>
        public ulong Poses;
        /// <summary>How many of them a search may find.</summary>
        public ulong Candidates;
        /// <summary>How many clips.</summary>
        public uint Clips;
        /// <summary>How many numbers a goal has.</summary>
        public uint Features;
    }

    /// <summary>A pose of an index.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PoseId
    {
        /// <summary>The clip, as the index numbers it.</summary>
        public uint Clip;
        /// <summary>The frame, at the rate of the index.</summary>
        public uint Frame;
        /// <summary>Whether it is the pose of the mirrored twin.</summary>
        public uint Mirrored;
    }

    /// <summary>Frames of a clip: the first, and the first after them.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Range
    {
        /// <summary>The number of the clip.</summary>
        public uint Clip;
        /// <summary>The first frame.</summary>
        public uint Start;
        /// <summary>The first frame after the range, which is never empty.</summary>
        public uint Stop;
    }

    /// <summary>How to search. Set `size`, and the rest to 0 for the default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_search_options
    {
        /// <summary>`sizeof(fw_search_options)`.</summary>
        public uint Size;
        /// <summary>Whether poses that cost more than `max_cost` are not found.</summary>
        public uint HasMaxCost;
        /// <summary>What may be found; a null handle for all.</summary>
        public ulong Filter;
        /// <summary>A weight for each group instead of those of the schema; may be NULL.</summary>
        public float* Weights;
        /// <summary>How many weights.</summary>
        public UIntPtr WeightsCount;
        /// <summary>The bound; a good one is what the pose that plays on costs.</summary>
        public float MaxCost;
        private uint Reserved0;
    }

    /// <summary>A pose that was found.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Match
    {
        /// <summary>The pose.</summary>
        public PoseId Pose;
        /// <summary>What it costs.</summary>
        public float Cost;
    }

    /// <summary>A time in which a player can take the ball.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Window
    {
        /// <summary>When it starts.</summary>
        public double FromSecs;
        /// <summary>When it ends, at or after that.</summary>
        public double ToSecs;
    }

    /// <summary>When a matcher looks for another pose, and which it leaves alone. Set `size`, then call `fw_rules_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rules
    {
        /// <summary>`sizeof(fw_rules)`.</summary>
        public uint Size;
        /// <summary>Poses of the clip that plays, within this number of frames, are not jumped to.</summary>
        public uint AvoidNearFrames;
        /// <summary>It looks this often; 0 is at every update.</summary>
        public float EverySecs;
        /// <summary>After a jump it plays on for so long.</summary>
        public float DwellSecs;
        /// <summary>A pose has to be better than playing on by more than this cost.</summary>
        public float StayBonus;
        /// <summary>And by more than this share of what playing on costs, from 0 to 1.</summary>
        public float StayShare;
        /// <summary>A clip that leaves what the filter allows goes on for so long at most.</summary>
        public float OverrunSecs;
        /// <summary>Poses near those that were jumped to within this time are not jumped to again.</summary>
        public float ReselectSecs;
    }

    /// <summary>What an update of a matcher did.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Step
    {
        /// <summary>The pose that plays now.</summary>
        public PoseId Pose;
        /// <summary>An `FW_STEP_`.</summary>
        public uint Kind;
        /// <summary>How far it is on the way to the next frame, from 0 up to 1.</summary>
        public double Part;
        /// <summary>At a jump the pose that played; else clip FW_NONE.</summary>
        public PoseId From;
        /// <summary>At a jump what made it look: an `FW_TRIGGER_`.</summary>
        public uint Trigger;
        /// <summary>At a jump what the pose costs.</summary>
        public float Cost;
        /// <summary>At a jump what playing on would have cost; NaN where it was not possible.</summary>
        public float Continuing;
    }

    /// <summary>How a controller moves. Set `size`, then call `fw_controller_config_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ControllerConfig
    {
        /// <summary>`sizeof(fw_controller_config)`.</summary>
        public uint Size;
        /// <summary>Whether a character is pulled to it, by `adjust_halflife_secs`.</summary>
        public ushort Adjusts;
        /// <summary>Whether a character is never farther from it than `clamp_m`.</summary>
        public ushort Clamps;
        /// <summary>How fast it takes on the wanted velocity: each half-life leaves half of the difference.</summary>
        public double VelocityHalflifeSecs;
        /// <summary>How fast it turns.</summary>
        public double HeadingHalflifeSecs;
        /// <summary>How fast a character is pulled to it.</summary>
        public double AdjustHalflifeSecs;
        /// <summary>Of its own speed a character is moved by this share at most.</summary>
        public double AdjustShare;
        /// <summary>In metres.</summary>
        public double ClampM;
    }

    /// <summary>Where a character is.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Place
    {
        /// <summary>World x and z, in metres.</summary>
        public Double2 PositionM;
        /// <summary>The angle about +y from +z towards +x.</summary>
        public double HeadingRad;
    }

    /// <summary>What a human wants.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Stick
    {
        /// <summary>Where to go: world x and z, in metres a second.</summary>
        public Double2 VelocityMps;
        /// <summary>Where to look, if `has_heading`; else where it goes.</summary>
        public double HeadingRad;
        /// <summary>Whether `heading_rad` counts.</summary>
        public uint HasHeading;
        private uint Reserved0;
    }

    /// <summary>How a body moves. Set `size`, then call `fw_move_config_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MoveConfig
    {
        /// <summary>`sizeof(fw_move_config)`.</summary>
        public uint Size;
        /// <summary>The distance kept from obstacles, above 0.</summary>
        public float SkinM;
        /// <summary>The highest step that a body on the ground climbs; 0 for none.</summary>
        public float StepHeightM;
        /// <summary>How far down a body that leaves the ground without going up is put back on it; 0 for not at all.</summary>
        public float SnapM;
        /// <summary>The steepest ground to stand on, in (0, pi/2), if `has_max_slope`.</summary>
        public float MaxSlopeRad;
        /// <summary>How fast a body that is inside something comes out; infinite for at once.</summary>
        public float RecoveryMps;
        /// <summary>Which way is up: a unit vector.</summary>
        public Float3 Up;
        /// <summary>How long a move takes, above 0. Only velocities depend on it.</summary>
        public float StepSecs;
        /// <summary>Whether the whole length of a move remains when it turns aside; if not, only the part that the obstacles leave.</summary>
        public byte FullSpeed;
        /// <summary>Whether `max_slope_rad` counts.</summary>
        public byte HasMaxSlope;
        /// <summary>Whether it is as fast uphill and downhill as on the level.</summary>
        public byte ConstantSpeed;
        private byte Reserved0;
    }

    /// <summary>The shape of a body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Body
    {
        /// <summary>An `FW_BODY_`.</summary>
        public uint Kind;
        /// <summary>Half the extents of a box.</summary>
        public Float3 HalfM;
        /// <summary>The radius of a capsule or a sphere.</summary>
        public float RadiusM;
        /// <summary>The total height of a capsule, caps included: at least twice its radius.</summary>
        public float HeightM;
    }

    /// <summary>Where a body is and what it stands on. Yours: copy it, save it. For one that was not moved yet set the position, and the rest to 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MoverState
    {
        /// <summary>The centre of the body, in metres.</summary>
        public Double3 Position;
        /// <summary>An `FW_FOOTING_`. In the air the other fields are 0.</summary>
        public uint Footing;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; FW_NONE for a volume.</summary>
        public uint Triangle;
        /// <summary>The unit contact normal, out of the ground.</summary>
        public Float3 Normal;
        /// <summary>The obstacle that it stands on.</summary>
        public ulong Obstacle;
        /// <summary>Where that is touched.</summary>
        public Double3 Point;
        /// <summary>How fast that moves there.</summary>
        public Float3 VelocityMps;
        private uint Reserved0;
    }

    /// <summary>What filters and you know an obstacle by.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Label
    {
        /// <summary>Any number: an entity, a material.</summary>
        public ulong Tag;
        /// <summary>One bit a layer; a filter needs at least one in common.</summary>
        public uint Layers;
        private uint Reserved0;
    }

    /// <summary>How an obstacle is met.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Approach
    {
        /// <summary>The obstacle.</summary>
        public ulong Obstacle;
        /// <summary>Its label.</summary>
        public Label Label;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; FW_NONE for a volume.</summary>
        public uint Triangle;
        /// <summary>The unit contact normal, from the obstacle to the body.</summary>
        public Double3 Normal;
        /// <summary>For what the body is near at rest, how far it is off along the normal; below 0 inside. 0 for what it meets on its way.</summary>
        public double GapM;
    }

    /// <summary>Which obstacles count. Set `size`, then call `fw_filter_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct fw_filter
    {
        /// <summary>`sizeof(fw_filter)`.</summary>
        public uint Size;
        /// <summary>An obstacle counts if it is in at least one of these layers.</summary>
        public uint Layers;
        /// <summary>And if this, unless it is NULL, accepts it.</summary>
        public IntPtr Accept;
        /// <summary>And only where this, unless it is NULL, accepts the contact.</summary>
        public IntPtr AcceptContact;
        /// <summary>For both.</summary>
        public void* Context;
    }

    /// <summary>How a move went.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Move
    {
        /// <summary>Where the body is now: the start of the next move.</summary>
        public MoverState State;
        /// <summary>How fast it moved, carried and pushed or not.</summary>
        public Float3 VelocityMps;
        /// <summary>An `FW_MOVED_`.</summary>
        public uint Outcome;
        /// <summary>Whether it is still inside something.</summary>
        public uint Crushed;
        private uint Reserved0;
    }

    /// <summary>What a body touched.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Contact
    {
        /// <summary>The obstacle.</summary>
        public ulong Obstacle;
        /// <summary>Where it was touched.</summary>
        public Double3 Point;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; FW_NONE for a volume.</summary>
        public uint Triangle;
        /// <summary>The unit contact normal, from the obstacle to the body.</summary>
        public Float3 Normal;
        /// <summary>How deep the body was inside.</summary>
        public float DepthM;
        /// <summary>How fast the obstacle moves there.</summary>
        public Float3 VelocityMps;
        /// <summary>How fast the wanted move and the obstacle would close in along the normal.</summary>
        public float ClosingMps;
        /// <summary>Whether it decided the direction that the body took in the end.</summary>
        public uint Active;
        private uint Reserved0;
    }

    /// <summary>The first obstacle that a shape would meet.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Hit
    {
        /// <summary>The obstacle; 0 if nothing is met.</summary>
        public ulong Obstacle;
        /// <summary>When, as a share of the motion.</summary>
        public double Time;
        /// <summary>The unit contact normal, from the obstacle to the shape.</summary>
        public Double3 Normal;
        /// <summary>The part of a compound.</summary>
        public uint Part;
        /// <summary>The triangle of a mesh; FW_NONE for a volume.</summary>
        public uint Triangle;
    }

    /// <summary>The parameters of a ball. Set `size`, then call `fw_ball_params_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BallParams
    {
        /// <summary>`sizeof(fw_ball_params)`.</summary>
        public uint Size;
        /// <summary>Whether drag falls at a speed: the drag crisis. If not, it is `drag_low` at every speed.</summary>
        public byte HasDragCrisis;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        /// <summary>In kilograms.</summary>
        public double MassKg;
        /// <summary>In metres.</summary>
        public double RadiusM;
        /// <summary>Downwards, along -y.</summary>
        public double GravityMps2;
        /// <summary>In kilograms per cubic metre; 0 for no air at all.</summary>
        public double AirDensity;
        /// <summary>The drag coefficient is `drag_low + drag_drop / (1 + exp((v - drag_speed_mps) / drag_width_mps))`.</summary>
        public double DragLow;
        /// <summary>See `drag_low`.</summary>
        public double DragDrop;
        /// <summary>See `drag_low`.</summary>
        public double DragSpeedMps;
        /// <summary>See `drag_low`.</summary>
        public double DragWidthMps;
        /// <summary>The lift coefficient per spin ratio, near zero spin.</summary>
        public double LiftSlope;
        /// <summary>The upper bound of the lift coefficient.</summary>
        public double MaxLift;
        /// <summary>The fraction of the spin lost per metre of flight.</summary>
        public double SpinDecayPerM;
        /// <summary>The ratio of normal speeds after and before a bounce.</summary>
        public double Restitution;
        /// <summary>Coulomb's coefficient in a bounce.</summary>
        public double BounceFriction;
        /// <summary>Coulomb's coefficient along the ground.</summary>
        public double SlidingFriction;
        /// <summary>The deceleration of a rolling ball, besides drag.</summary>
        public double RollingMps2;
        /// <summary>A rebound slower than this times `1 - restitution` does not leave the ground.</summary>
        public double SettleSpeedMps;
        /// <summary>The velocity of the air.</summary>
        public Double3 WindMps;
    }

    /// <summary>How a surface differs from the ground that the parameters of the ball describe: 1 and 1 for one that does not.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Surface
    {
        /// <summary>Scales the restitution of the ball, from 0 to 100; the product is at most 1.</summary>
        public double Restitution;
        /// <summary>Scales its friction, from 0 to 100.</summary>
        public double Friction;
    }

    /// <summary>A ball: all that its next step depends on. Yours: copy it, save it. Make it with `fw_ball_place`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Ball
    {
        /// <summary>The centre, in metres.</summary>
        public Double3 Position;
        /// <summary>In metres per second.</summary>
        public Double3 Velocity;
        /// <summary>In radians per second.</summary>
        public Double3 Spin;
        /// <summary>Steps of 1/240 s since time 0: the clock.</summary>
        public ulong Steps;
        /// <summary>Whether it was placed here: its next step starts where it is pushed out of what it overlaps.</summary>
        public byte IsPlaced;
        /// <summary>Whether it rolls or rests on something; the other fields are about that.</summary>
        public byte OnGround;
        private byte Reserved0;
        private byte Reserved1;
        /// <summary>Which part of the statics it is on.</summary>
        public uint GroundHit;
        /// <summary>What else it has touched since it came down, latest first; FW_NONE for nothing.</summary>
        public UInt3 Beside;
        private uint ReservedToo0;
        /// <summary>The unit normal, away from the ground.</summary>
        public Double3 GroundNormal;
        /// <summary>The material of the ground.</summary>
        public Surface GroundSurface;
    }

    /// <summary>A touch: the velocity of a ball changed at once.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Touch
    {
        /// <summary>When.</summary>
        public double Secs;
        /// <summary>The centre of the ball.</summary>
        public Double3 Position;
        /// <summary>The unit normal, away from what it touches.</summary>
        public Double3 Normal;
        /// <summary>The velocity just before.</summary>
        public Double3 VelocityBefore;
        /// <summary>The velocity just after.</summary>
        public Double3 Velocity;
        /// <summary>Which part of the statics it touches.</summary>
        public uint Hit;
        /// <summary>1 if it starts to roll or slide or rolls on along this, 0 if it bounces.</summary>
        public uint Rolls;
    }

    /// <summary>How to predict a flight. Set `size`, then call `fw_prediction_options_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PredictionOptions
    {
        /// <summary>`sizeof(fw_prediction_options)`.</summary>
        public uint Size;
        /// <summary>How samples interpolate: an `FW_READING_`.</summary>
        public uint Reading;
        /// <summary>How far ahead to predict, in seconds: above 0, at most 3600.</summary>
        public double HorizonSecs;
        /// <summary>How far samples may be from the stepped flight, in metres, if `has_tolerance`; else the radius of the ball.</summary>
        public double ToleranceM;
        /// <summary>The lowest corner of the box that the ball must stay in, if `has_bounds`.</summary>
        public Double3 BoundsMin;
        /// <summary>Its highest corner.</summary>
        public Double3 BoundsMax;
        /// <summary>Whether `tolerance_m` counts.</summary>
        public byte HasTolerance;
        /// <summary>Whether the bounds count.</summary>
        public byte HasBounds;
        /// <summary>Whether the horizon moves along: `fw_prediction_advance` extends what is less than 80 % of it ahead.</summary>
        public byte KeepsAhead;
        private byte Reserved0;
        /// <summary>Over how many frames `fw_prediction_advance_frame` spreads a whole horizon; at least 1.</summary>
        public uint Frames;
    }

    /// <summary>How far a prediction has come.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PredictionState
    {
        /// <summary>The time up to which the ball is known; the horizon if it rests.</summary>
        public double KnownSecs;
        /// <summary>The time up to which it is predicted.</summary>
        public double HorizonSecs;
        /// <summary>How many steps were taken.</summary>
        public uint StepsDone;
        /// <summary>Why it is complete, if it is: an `FW_END_`.</summary>
        public uint End;
        /// <summary>How many samples there are.</summary>
        public uint Samples;
        /// <summary>How many events there are.</summary>
        public uint Events;
    }

    /// <summary>A sample of a flight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Sample
    {
        /// <summary>When.</summary>
        public double Secs;
        /// <summary>The centre of the ball.</summary>
        public Double3 Position;
        /// <summary>Its meaning depends on the reading.</summary>
        public Double3 Velocity;
        /// <summary>0 unless the reading is of the acceleration.</summary>
        public Double3 Acceleration;
        /// <summary>The height of the ground under the ball; NaN where it is not known.</summary>
        public double GroundM;
    }

    /// <summary>An event of a flight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FlightEvent
    {
        /// <summary>When.</summary>
        public double Secs;
        /// <summary>The centre of the ball.</summary>
        public Double3 Position;
        /// <summary>The unit normal, away from what it touches; 0 at the end.</summary>
        public Double3 Normal;
        /// <summary>An `FW_FLIGHT_`.</summary>
        public uint Kind;
        /// <summary>Which part of the statics it touches; FW_NONE at the end.</summary>
        public uint Hit;
    }

    /// <summary>Heights that part bands, in metres, rising: knee, chest, head, keeper.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct HeightBands
    {
        /// <summary>0.6 by default.</summary>
        public double KneeM;
        /// <summary>1.5 by default.</summary>
        public double ChestM;
        /// <summary>2.2 by default.</summary>
        public double HeadM;
        /// <summary>2.6 by default.</summary>
        public double KeeperM;
    }

    /// <summary>A part of a flight within one band.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Section
    {
        /// <summary>When it starts.</summary>
        public double FromSecs;
        /// <summary>When it ends.</summary>
        public double ToSecs;
        /// <summary>An `FW_BAND_`.</summary>
        public uint Band;
        private uint Reserved0;
    }

    /// <summary>A frame of a clip.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Frame
    {
        /// <summary>The number of the clip.</summary>
        public uint Clip;
        /// <summary>The number of the frame.</summary>
        public uint Number;
    }

    /// <summary>A football pitch around the origin, its length along x. Set `size`, then call `fw_pitch_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pitch
    {
        /// <summary>`sizeof(fw_pitch)`.</summary>
        public uint Size;
        /// <summary>Whether the goals have nets.</summary>
        public byte Nets;
        /// <summary>Whether there are banners behind the lines.</summary>
        public byte HasBanners;
        private byte Reserved0;
        private byte Reserved1;
        /// <summary>Along x, from 10 to 1000.</summary>
        public double LengthM;
        /// <summary>Along z, from 10 to 1000.</summary>
        public double WidthM;
        /// <summary>How far the banners stand behind the lines, from 0 to 1000.</summary>
        public double BannersM;
        /// <summary>The height of the ground, from -1000 to 1000.</summary>
        public double GroundM;
    }

    /// <summary>One part of `fw_statics`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct StaticShape
    {
        /// <summary>An `FW_SHAPE_`.</summary>
        public uint Kind;
        private uint Reserved0;
        /// <summary>The normal of a plane, away from its solid side; the lowest corner of a box; one end of a capsule.</summary>
        public Double3 A;
        /// <summary>The highest corner of a box; the other end of a capsule. A plane has none.</summary>
        public Double3 B;
        /// <summary>The offset of a plane, in metres times the length of its normal; the radius of a capsule. A box has none.</summary>
        public double Metres;
    }

    /// <summary>How events become signals.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Encoding
    {
        /// <summary>How long before and after an event the signal turns, in seconds: above 0, at most 3600.</summary>
        public double WindowSecs;
        /// <summary>The deviation of the smoothing, in seconds: from 0 to the window.</summary>
        public double SigmaSecs;
    }

    /// <summary>What makes a passing through zero an event. Set `size`, then call `fw_guards_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Guards
    {
        /// <summary>`sizeof(fw_guards)`.</summary>
        public uint Size;
        /// <summary>The sum of the `FW_GUARD_` of the checks that are on.</summary>
        public uint Checks;
        /// <summary>The length of the shortest pair that is trusted, from 0 to 1.</summary>
        public double Norm;
        /// <summary>The share of the window, from 0 to 1.</summary>
        public double Nearness;
        /// <summary>The share of the window, from 0 to 1.</summary>
        public double Jump;
        /// <summary>The share of the window, from 0 to 0.5.</summary>
        public double Approach;
        /// <summary>The least and the most seconds per second; a clean signal falls by 1.</summary>
        public Double2 Slope;
        /// <summary>In seconds of the clip, at least 0.</summary>
        public double RefractorySecs;
    }

    /// <summary>What one update did.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Passing
    {
        /// <summary>How long before the end of the update the event was, in seconds of the clip, if it fired. Below 0, by at most a thousandth of the update, for an event about to be reached.</summary>
        public double FiredAgoSecs;
        /// <summary>Whether there was an event.</summary>
        public byte Fired;
        /// <summary>Whether the update was as long as the window, so that an event may have come and gone unseen.</summary>
        public byte MayHaveMissed;
        private byte Reserved0;
        private byte Reserved1;
        private byte Reserved2;
        private byte Reserved3;
        private byte Reserved4;
        private byte Reserved5;
    }

    /// <summary>Where an obstacle is.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pose
    {
        /// <summary>In metres.</summary>
        public Double3 Position;
        /// <summary>A unit quaternion, x, y, z, w. Four zeros turn nothing.</summary>
        public Float4 Rotation;
    }

    /// <summary>A volume around the origin.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Volume
    {
        /// <summary>An `FW_VOLUME_`.</summary>
        public uint Kind;
        /// <summary>Half the extents of a box.</summary>
        public Float3 HalfM;
        /// <summary>The radius of a sphere or a capsule.</summary>
        public float RadiusM;
        /// <summary>Half the length of the axis of a capsule, without the caps.</summary>
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
        public static extern Status fw_database_tag_count(ulong database, uint* count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_tag_name(ulong database, uint tag, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_event_count(ulong database, uint* count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_database_event_name(ulong database, uint @event, byte* name, UIntPtr name_capacity, UIntPtr* name_len, fw_error* error);
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
        public static extern Status fw_index_features(ulong index, PoseId pose, float* features, UIntPtr features_count, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_from_ranges(ulong index, Range* ranges, UIntPtr ranges_count, uint twins, ulong* filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_from_query(ulong index, ulong query, uint twins, ulong* filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_destroy(ulong filter, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_count(ulong filter, ulong* poses, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_pose_filter_allows(ulong filter, ulong index, PoseId pose, byte* allows, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_index_search(ulong index, float* goal, UIntPtr goal_count, fw_search_options* options, Match* matches, UIntPtr matches_capacity, UIntPtr* matches_count, fw_error* error);
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
        public static extern Status fw_rules_default(Rules* rules, fw_error* error);
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
        public static extern Status fw_pitch_default(Pitch* pitch, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_statics_create(Pitch* pitch, ulong* statics, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_statics_destroy(ulong statics, fw_error* error);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status fw_statics_add(ulong statics, StaticShape* shape, Surface* surface, uint* hit, fw_error* error);
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
