// Lists of texts, in the form that the library reads.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>One text or several: strings and arrays of strings convert to it.</summary>
    public struct Texts
    {
        internal readonly string[] All;

        private Texts(string[] all)
        {
            All = all;
        }

        /// <summary>One text.</summary>
        public static implicit operator Texts(string text)
        {
            return new Texts(new[] { text });
        }

        /// <summary>Several texts.</summary>
        public static implicit operator Texts(string[] texts)
        {
            return new Texts(texts);
        }
    }

    // All texts in one block of memory that does not move: first their addresses, then their bytes.
    internal sealed unsafe class TextList : IDisposable
    {
        private readonly IntPtr block;
        private readonly int count;

        internal TextList(Texts texts)
        {
            string[] all = texts.All ?? new string[0];
            byte[][] parts = Array.ConvertAll(all, Call.Bytes);
            int head = checked(parts.Length * sizeof(fw_text));
            int size = head;
            foreach (byte[] part in parts)
            {
                size = checked(size + part.Length);
            }
            count = parts.Length;
            block = Marshal.AllocHGlobal(size);
            int at = head;
            for (int i = 0; i < count; i++)
            {
                Marshal.Copy(parts[i], 0, block + at, parts[i].Length);
                At[i].Bytes = (byte*)block + at;
                At[i].Len = (UIntPtr)parts[i].Length;
                at += parts[i].Length;
            }
        }

        internal fw_text* At
        {
            get { return (fw_text*)block; }
        }

        internal UIntPtr Count
        {
            get { return (UIntPtr)count; }
        }

        public void Dispose()
        {
            Marshal.FreeHGlobal(block);
        }
    }
}
