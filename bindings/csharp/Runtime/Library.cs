// Functions for the library as a whole.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>
    /// Returns a block of this size and alignment, or zero if no memory is left. A call that cannot go on without the block
    /// then ends the process.
    /// </summary>
    public delegate IntPtr Allocate(UIntPtr size, UIntPtr alignment);

    /// <summary>Frees a block that Allocate returned for this size and alignment.</summary>
    public delegate void Free(IntPtr block, UIntPtr size, UIntPtr alignment);

    // IL2CPP finds this attribute by its name. It marks methods that C may call.
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }

    /// <summary>The version and the allocator of the library.</summary>
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

        /// <summary>Throws if the loaded library and this package have different versions. Call it first.</summary>
        public static void CheckVersion()
        {
            uint version = Native.fw_abi_version();
            if (version != Constants.AbiVersion)
            {
                throw new NotSupportedException("footwork_c has version " + version + ", not " + Constants.AbiVersion);
            }
        }

        /// <summary>
        /// Makes Footwork allocate all its memory with these functions. Call it before anything other than CheckVersion. Later
        /// calls throw, because Footwork then already holds memory from the system's allocator. Footwork calls the functions on
        /// any thread that calls Footwork. They must not call Footwork and must not throw.
        /// </summary>
        public static void SetAllocator(Allocate allocate, Free free)
        {
            if (allocate == null || free == null)
            {
                throw new ArgumentNullException(allocate == null ? "allocate" : "free");
            }
            // Set first, because the library allocates before the call returns.
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
