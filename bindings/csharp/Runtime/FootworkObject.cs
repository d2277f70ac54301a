// The base of all objects of the library: their handle, and how calls report errors.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>A failed call, with the place of the mistake in a text.</summary>
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

        /// <summary>The kind of mistake.</summary>
        public Status Status { get; private set; }

        /// <summary>
        /// The start of the mistake in the text, in bytes of UTF-8; equal to Stop if the mistake has no place.
        /// </summary>
        public int Start { get; private set; }

        /// <summary>The end of the mistake in the text, in bytes of UTF-8.</summary>
        public int Stop { get; private set; }

        /// <summary>The number of the text with the mistake, from 0, if a call takes several.</summary>
        public int Text { get; private set; }

        /// <summary>The number of further mistakes.</summary>
        public int More { get; private set; }
    }

    /// <summary>
    /// An object of the library. Call Dispose, or leave it to the garbage collector. Calls after Dispose throw.
    /// </summary>
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

        // A handle has 64 bits even if pointers have 32, so the base class cannot store it. Calls with a stale handle return an
        // error.
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

    // A handle made by a static method, for the constructor of its class.
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

        // Returns the number of results. If the buffer was too small, nothing was written.
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
