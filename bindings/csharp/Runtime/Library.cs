// What belongs to the library as a whole.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>Returns the address of a block of that size and alignment, or zero, which ends the process if memory is needed to go on.</summary>
    public delegate IntPtr Allocate(UIntPtr size, UIntPtr alignment);

    /// <summary>Frees what Allocate returned for this size and alignment.</summary>
    public delegate void Free(IntPtr block, UIntPtr size, UIntPtr alignment);

    // IL2CPP looks for it by its name: C may call the method.
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }

    /// <summary>What the library says of itself.</summary>
    public static unsafe class Library
    {
        private static readonly NativeAllocate OfAllocate = CallAllocate;
        private static readonly NativeFree OfFree = CallFree;
        private static Allocate allocate;
        private static Free free;

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate IntPtr NativeAllocate(IntPtr context, UIntPtr size, UIntPtr alignment);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void NativeFree(IntPtr context, IntPtr block, UIntPtr size, UIntPtr alignment);

        /// <summary>Throws unless the library that is loaded is the one that this package was written for. Ask first.</summary>
        public static void CheckVersion()
        {
            uint version = Native.fw_abi_version();
            if (version != Constants.AbiVersion)
            {
                throw new NotSupportedException("footwork_c has version " + version + ", not " + Constants.AbiVersion);
            }
        }

        /// <summary>
        /// Takes all memory from these functions. Only before any other call but CheckVersion: afterwards the system's memory is in use, and
        /// the call throws. They are called from any thread that calls Footwork, must not call it themselves, and must not throw.
        /// </summary>
        public static void SetAllocator(Allocate allocate, Free free)
        {
            if (allocate == null || free == null)
            {
                throw new ArgumentNullException(allocate == null ? "allocate" : "free");
            }
            // Set first: the library takes memory before the call returns.
            Allocate allocateBefore = Library.allocate;
            Free freeBefore = Library.free;
            Library.allocate = allocate;
            Library.free = free;
            fw_error error = Call.Error();
            Status status = Native.fw_set_allocator(
                Marshal.GetFunctionPointerForDelegate(OfAllocate), Marshal.GetFunctionPointerForDelegate(OfFree), null, &error);
            if (status != Status.Ok)
            {
                Library.allocate = allocateBefore;
                Library.free = freeBefore;
            }
            Call.Check(status, &error);
        }

        [MonoPInvokeCallback(typeof(NativeAllocate))]
        private static IntPtr CallAllocate(IntPtr context, UIntPtr size, UIntPtr alignment)
        {
            return allocate(size, alignment);
        }

        [MonoPInvokeCallback(typeof(NativeFree))]
        private static void CallFree(IntPtr context, IntPtr block, UIntPtr size, UIntPtr alignment)
        {
            free(block, size, alignment);
        }
    }
}
