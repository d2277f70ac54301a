// What all objects of the library have in common: their handle, and how calls report mistakes.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>What is wrong, and where in a text.</summary>
    public sealed class FootworkException : Exception
    {
        internal FootworkException(string message, Status status, int start, int stop, int text, int more)
            : base(message)
        {
            Status = status;
            Start = start;
            Stop = stop;
            Text = text;
            More = more;
        }

        /// <summary>What kind of mistake it is.</summary>
        public Status Status { get; private set; }

        /// <summary>Where in the text the mistake starts, in bytes of UTF-8; as Stop if it has no place.</summary>
        public int Start { get; private set; }

        /// <summary>Where it stops.</summary>
        public int Stop { get; private set; }

        /// <summary>In which text, where there are several.</summary>
        public int Text { get; private set; }

        /// <summary>How many more mistakes there are.</summary>
        public int More { get; private set; }
    }

    /// <summary>An object of the library. Dispose of it, or the garbage collector does; what is used afterwards throws.</summary>
    public abstract class FootworkObject : SafeHandle
    {
        private ulong value;

        internal FootworkObject()
            : base(IntPtr.Zero, true)
        {
        }

        /// <summary>Whether there is no object.</summary>
        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        // A handle has 64 bits, also where a pointer has 32, so it is not kept in the base. One that is stale is an error of the call.
        internal ulong Value
        {
            get { return value; }
        }

        internal void Own(ulong made)
        {
            value = made;
            SetHandle(new IntPtr(1));
        }

        internal abstract Status Destroy(ulong made);

        /// <summary>Destroys the object.</summary>
        protected override bool ReleaseHandle()
        {
            return Destroy(value) == Status.Ok;
        }
    }

    internal static unsafe class Call
    {
        internal const uint ErrorSize = 512;

        // Objects are arguments so that nothing collects them during the call before.
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static void Check(Status status, fw_error* error, object one = null, object two = null, object three = null)
        {
            if (status != Status.Ok)
            {
                throw Fault(status, error);
            }
        }

        // How many results there are. Where the buffer has too little room, nothing was written.
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int Fit(Status status, UIntPtr count, fw_error* error, object one = null, object two = null, object three = null)
        {
            if (status != Status.Ok && status != Status.BufferTooSmall)
            {
                throw Fault(status, error);
            }
            return checked((int)count);
        }

        internal static byte[] Bytes(string text)
        {
            return System.Text.Encoding.UTF8.GetBytes(text);
        }

        private static Exception Fault(Status status, fw_error* error)
        {
            string message = System.Text.Encoding.UTF8.GetString(error->Message, (int)error->MessageLen);
            return new FootworkException(message, status, (int)error->Start, (int)error->Stop, (int)error->Text, (int)error->More);
        }
    }

    /// <summary>What the library says of itself.</summary>
    public static class Library
    {
        /// <summary>Throws unless the library that is loaded is the one that this package was written for. Ask first.</summary>
        public static void CheckVersion()
        {
            uint version = Native.fw_abi_version();
            if (version != Constants.AbiVersion)
            {
                throw new NotSupportedException("footwork_c has version " + version + ", not " + Constants.AbiVersion);
            }
        }
    }
}
