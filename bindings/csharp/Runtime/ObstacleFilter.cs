// Filters of obstacles. C calls back into C#, and no exception may pass through it.
using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>
    /// A filter of obstacles. An obstacle must pass all of its checks. One thread at a time may use it.
    /// </summary>
    public sealed unsafe class ObstacleFilter
    {
        private static readonly NativeAccept OfAccept = CallAccept;
        private static readonly NativeAcceptContact OfAcceptContact = CallAcceptContact;
        // Weak, so that it does not keep the filter alive. During a call, the caller keeps it alive.
        private readonly GCHandle self;
        private ExceptionDispatchInfo thrown;

        /// <summary>A filter that accepts every obstacle.</summary>
        public ObstacleFilter()
        {
            fw_error error = Call.Error();
            fw_filter filter = default(fw_filter);
            filter.Size = (uint)sizeof(fw_filter);
            Call.Check(Native.fw_filter_default(&filter, &error), &error);
            Layers = filter.Layers;
            self = GCHandle.Alloc(this, GCHandleType.Weak);
        }

        /// <summary>Frees the handle by which C refers to the filter.</summary>
        ~ObstacleFilter()
        {
            if (self.IsAllocated)
            {
                self.Free();
            }
        }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate byte NativeAccept(IntPtr context, ulong obstacle, Label* label);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate byte NativeAcceptContact(IntPtr context, Approach* approach);

        /// <summary>The layers of the filter. An obstacle must be in at least one.</summary>
        public uint Layers { get; set; }

        /// <summary>Decides if an obstacle counts; null accepts all. Must depend only on its arguments, and not change the world.</summary>
        public Func<ulong, Label, bool> Accept { get; set; }

        /// <summary>Decides if a contact counts; null accepts all. Must depend only on its arguments,
        /// and not change the world.</summary>
        public Func<Approach, bool> AcceptContact { get; set; }

        // The C filter for one call. End then rethrows any exception from its functions.
        internal fw_filter Begin()
        {
            fw_filter filter = default(fw_filter);
            filter.Size = (uint)sizeof(fw_filter);
            filter.Layers = Layers;
            filter.Context = (void*)GCHandle.ToIntPtr(self);
            if (Accept != null)
            {
                filter.Accept = Marshal.GetFunctionPointerForDelegate(OfAccept);
            }
            if (AcceptContact != null)
            {
                filter.AcceptContact = Marshal.GetFunctionPointerForDelegate(OfAcceptContact);
            }
            return filter;
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

        [MonoPInvokeCallback(typeof(NativeAccept))]
        private static byte CallAccept(IntPtr context, ulong obstacle, Label* label)
        {
            ObstacleFilter filter = (ObstacleFilter)GCHandle.FromIntPtr(context).Target;
            try
            {
                return (byte)(filter.thrown == null && filter.Accept(obstacle, *label) ? 1 : 0);
            }
            catch (Exception exception)
            {
                filter.thrown = ExceptionDispatchInfo.Capture(exception);
                return 0;
            }
        }

        [MonoPInvokeCallback(typeof(NativeAcceptContact))]
        private static byte CallAcceptContact(IntPtr context, Approach* approach)
        {
            ObstacleFilter filter = (ObstacleFilter)GCHandle.FromIntPtr(context).Target;
            try
            {
                return (byte)(filter.thrown == null && filter.AcceptContact(*approach) ? 1 : 0);
            }
            catch (Exception exception)
            {
                filter.thrown = ExceptionDispatchInfo.Capture(exception);
                return 0;
            }
        }
    }
}
