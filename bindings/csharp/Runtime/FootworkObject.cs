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
        private ulong raw;

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
        internal ulong Raw
        {
            get { return raw; }
        }

        internal void Own(ulong made)
        {
            raw = made;
            SetHandle(new IntPtr(1));
        }

        internal abstract Status Destroy(ulong made);

        /// <summary>Destroys the object.</summary>
        protected override bool ReleaseHandle()
        {
            return Destroy(raw) == Status.Ok;
        }
    }

    // A handle that a static method has made, for the constructor of its class.
    internal struct Made
    {
        internal readonly ulong Handle;

        internal Made(ulong handle)
        {
            Handle = handle;
        }
    }

    internal static unsafe class Call
    {
        internal static fw_error Error()
        {
            fw_error error = default(fw_error);
            error.Size = (uint)sizeof(fw_error);
            return error;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static void Check(Status status, fw_error* error)
        {
            if (status != Status.Ok)
            {
                throw Fault(status, error);
            }
        }

        // How many results there are. Where the buffer has too little room, nothing was written.
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal static int Fit(Status status, UIntPtr count, fw_error* error)
        {
            if (status != Status.Ok && status != Status.BufferTooSmall)
            {
                throw Fault(status, error);
            }
            return checked((int)count);
        }

        internal static void Length(int found, int wanted, string name)
        {
            if (found != wanted)
            {
                throw new ArgumentException(name + " has " + found + " elements, not " + wanted);
            }
        }

        internal static byte[] Bytes(string text)
        {
            return System.Text.Encoding.UTF8.GetBytes(text);
        }

        internal static string Text(byte[] bytes)
        {
            return System.Text.Encoding.UTF8.GetString(bytes);
        }

        private static Exception Fault(Status status, fw_error* error)
        {
            string message = System.Text.Encoding.UTF8.GetString(error->Message, (int)error->MessageLen);
            return new FootworkException(message, status, (int)error->Start, (int)error->Stop, (int)error->Text, (int)error->More);
        }
    }
}
