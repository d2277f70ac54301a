// Tags and queries.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>The tags of many clips, as `footwork compile` writes them. Any number of threads may use one.</summary>
    public sealed unsafe class Database : FootworkObject
    {
        /// <summary>Reads a .tagdb from memory.</summary>
        public Database(ReadOnlySpan<byte> bytes)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            fixed (byte* from = &MemoryMarshal.GetReference(bytes))
            {
                Call.Check(Native.fw_database_from_bytes(from, (UIntPtr)bytes.Length, &made, &error), &error);
            }
            Own(made);
        }

        /// <summary>Reads a .tagdb file.</summary>
        public Database(string path)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            byte[] text = Call.Bytes(path);
            fixed (byte* from = text)
            {
                Call.Check(Native.fw_database_open(from, (UIntPtr)text.Length, &made, &error), &error);
            }
            Own(made);
        }

        /// <summary>How many clips there are. Clips are numbers from 0.</summary>
        public uint ClipCount
        {
            get
            {
                fw_error error = default(fw_error);
                error.Size = Call.ErrorSize;
                uint count;
                Call.Check(Native.fw_database_clip_count(Value, &count, &error), &error, this);
                return count;
            }
        }

        /// <summary>The clip of this whole name.</summary>
        public uint Clip(string name)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            uint clip;
            byte[] text = Call.Bytes(name);
            fixed (byte* from = text)
            {
                Call.Check(Native.fw_database_clip(Value, from, (UIntPtr)text.Length, &clip, &error), &error, this);
            }
            return clip;
        }

        /// <summary>What is known of a clip.</summary>
        public ClipInfo Info(uint clip)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ClipInfo info;
            Call.Check(Native.fw_database_clip_info(Value, clip, &info, &error), &error, this);
            return info;
        }

        /// <summary>The name of a clip.</summary>
        public string ClipName(uint clip)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr length;
            Call.Fit(Native.fw_database_clip_name(Value, clip, null, UIntPtr.Zero, &length, &error), length, &error, this);
            byte[] name = new byte[(int)length];
            fixed (byte* to = name)
            {
                Call.Check(Native.fw_database_clip_name(Value, clip, to, length, &length, &error), &error, this);
            }
            return System.Text.Encoding.UTF8.GetString(name);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_database_destroy(made, null);
        }
    }

    /// <summary>A query, bound to a database.</summary>
    public sealed unsafe class Query : FootworkObject
    {
        /// <summary>Parses a query and looks its names up.</summary>
        public Query(Database database, string query)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            byte[] text = Call.Bytes(query);
            fixed (byte* from = text)
            {
                Call.Check(Native.fw_query_bind(database.Value, from, (UIntPtr)text.Length, &made, &error), &error, database);
            }
            Own(made);
        }

        /// <summary>Writes all ranges, in the order of clips and frames; returns how many there are. Too little room: none is written.</summary>
        public int Ranges(Span<Range> ranges)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (Range* to = &MemoryMarshal.GetReference(ranges))
            {
                Status status = Native.fw_query_ranges(Value, to, (UIntPtr)ranges.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        /// <summary>All ranges, in an array of their own.</summary>
        public Range[] Ranges()
        {
            Range[] ranges = new Range[Ranges(Span<Range>.Empty)];
            Ranges(ranges);
            return ranges;
        }

        /// <summary>Writes the ranges of one clip, as Ranges does.</summary>
        public int RangesIn(uint clip, Span<Range> ranges)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (Range* to = &MemoryMarshal.GetReference(ranges))
            {
                Status status = Native.fw_query_ranges_in(Value, clip, to, (UIntPtr)ranges.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        /// <summary>Writes whether it holds on each frame of a clip: bit f % 64 of word f / 64 is frame f. Returns how many words there are.</summary>
        public int Mask(uint clip, Span<ulong> words)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (ulong* to = &MemoryMarshal.GetReference(words))
            {
                Status status = Native.fw_query_mask(Value, clip, to, (UIntPtr)words.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        /// <summary>Whether it holds on a frame.</summary>
        public bool Holds(uint clip, uint frame)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            byte holds;
            Call.Check(Native.fw_query_holds(Value, clip, frame, &holds, &error), &error, this);
            return holds != 0;
        }

        /// <summary>From which frame on the answer is another; Constants.None if it stays so.</summary>
        public uint NextChange(uint clip, uint frame)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            uint next;
            Call.Check(Native.fw_query_next_change(Value, clip, frame, &next, &error), &error, this);
            return next;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_query_destroy(made, null);
        }
    }
}
