// The world around a character. C calls back into C#, and no exception may pass through it.
using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>The world around a character: a world of obstacles, or functions of yours. One thread at a time may use it.</summary>
    public sealed unsafe class Surroundings
    {
        private static readonly NativeReach OfReach = CallReach;
        private static readonly NativeGroundUnder OfGround = CallGround;
        // Weak, so that it does not keep the object alive. During a call, the caller keeps it alive.
        private readonly GCHandle self;
        private ExceptionDispatchInfo thrown;

        /// <summary>Open ground at height 0.</summary>
        public Surroundings()
        {
            fw_error error = Call.Error();
            fw_surroundings open = default(fw_surroundings);
            open.Size = (uint)sizeof(fw_surroundings);
            Call.Check(Native.fw_surroundings_default(&open, &error), &error);
            Layers = open.Layers;
            Config = open.Config;
            self = GCHandle.Alloc(this, GCHandleType.Weak);
        }

        /// <summary>Obstacles, among which a body moves.</summary>
        public Surroundings(World world, Mover mover)
            : this()
        {
            World = world;
            Mover = mover;
        }

        /// <summary>Frees the handle by which C refers to the object.</summary>
        ~Surroundings()
        {
            if (self.IsAllocated)
            {
                self.Free();
            }
        }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void NativeReach(IntPtr context, Double3* from, Double2* step, Double2* reached);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate byte NativeGroundUnder(IntPtr context, Double3* at, Ground* ground);

        /// <summary>The obstacles; null to call Reach and Ground instead.</summary>
        public World World { get; set; }

        /// <summary>The body of the character among the obstacles. Characters of one shape may share it.</summary>
        public Mover Mover { get; set; }

        /// <summary>The layers of obstacles that stop the character.</summary>
        public uint Layers { get; set; }

        /// <summary>How the body moves among the obstacles. By default it climbs steps of 0.3 m.</summary>
        public MoveConfig Config { get; set; }

        /// <summary> Returns the part of a horizontal step that a character can make, from a point on the ground: world x and
        /// z, in metres. Without this function, nothing is in the way. Must depend only on its arguments during an update.
        /// </summary>
        public Func<Double3, Double2, Double2> Reach { get; set; }

        /// <summary> Returns the highest ground that is at most about half a metre above a point, or null at a hole. Without
        /// this function, the ground is at height 0 everywhere. Must depend only on its arguments during an update. </summary>
        public Func<Double3, Ground?> Ground { get; set; }

        // The C struct for one call. End then rethrows any exception from its functions.
        internal fw_surroundings Begin()
        {
            fw_surroundings given = default(fw_surroundings);
            given.Size = (uint)sizeof(fw_surroundings);
            given.Layers = Layers;
            given.World = World == null ? 0 : World.Raw;
            given.Mover = Mover == null ? 0 : Mover.Raw;
            given.Config = Config;
            given.Context = (void*)GCHandle.ToIntPtr(self);
            if (Reach != null)
            {
                given.Reach = Marshal.GetFunctionPointerForDelegate(OfReach);
            }
            if (Ground != null)
            {
                given.Ground = Marshal.GetFunctionPointerForDelegate(OfGround);
            }
            return given;
        }

        internal void End()
        {
            ExceptionDispatchInfo first = thrown;
            thrown = null;
            if (first != null)
            {
                first.Throw();
            }
        }

        [MonoPInvokeCallback(typeof(NativeReach))]
        private static void CallReach(IntPtr context, Double3* from, Double2* step, Double2* reached)
        {
            Surroundings given = (Surroundings)GCHandle.FromIntPtr(context).Target;
            try
            {
                *reached = given.thrown == null ? given.Reach(*from, *step) : default(Double2);
            }
            catch (Exception exception)
            {
                given.thrown = ExceptionDispatchInfo.Capture(exception);
            }
        }

        [MonoPInvokeCallback(typeof(NativeGroundUnder))]
        private static byte CallGround(IntPtr context, Double3* at, Ground* ground)
        {
            Surroundings given = (Surroundings)GCHandle.FromIntPtr(context).Target;
            try
            {
                Ground? found = given.thrown == null ? given.Ground(*at) : null;
                *ground = found.GetValueOrDefault();
                return (byte)(found.HasValue ? 1 : 0);
            }
            catch (Exception exception)
            {
                given.thrown = ExceptionDispatchInfo.Capture(exception);
                return 0;
            }
        }
    }
}
