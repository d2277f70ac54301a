// Events: times, signals for networks, and when they happen.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>Tracks of events, each the times of one event in seconds.</summary>
    public sealed unsafe class Tracks : FootworkObject
    {
        /// <summary>No tracks yet.</summary>
        public Tracks()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_tracks_create(&made, &error), &error);
            Own(made);
        }

        /// <summary>Adds a track, of a clip that repeats after loopSecs, or does not, with 0; returns its number.</summary>
        public uint Add(ReadOnlySpan<double> timesSecs, double loopSecs = 0)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            uint track;
            fixed (double* from = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_tracks_add(Value, from, (UIntPtr)timesSecs.Length, loopSecs, &track, &error);
                Call.Check(status, &error, this);
            }
            return track;
        }

        /// <summary>Writes the events that an update of the clock passed; returns how many there are.</summary>
        public int Passed(uint track, double previousSecs, double nowSecs, Span<double> timesSecs)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (double* to = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_tracks_passed(
                    Value, track, previousSecs, nowSecs, to, (UIntPtr)timesSecs.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        /// <summary>How far the nearest event is: above 0 ahead, below 0 behind; NaN without events.</summary>
        public double Nearest(uint track, double atSecs)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            double until;
            Call.Check(Native.fw_tracks_nearest(Value, track, atSecs, &until, &error), &error, this);
            return until;
        }

        /// <summary>The encoding that suits these tracks.</summary>
        public Encoding EncodingAt(Rate rate)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Encoding encoding;
            Call.Check(Native.fw_encoding_from_gaps(Value, &rate, &encoding, &error), &error, this);
            return encoding;
        }

        /// <summary>Writes a row for each frame, in it sine and cosine of each track; there are as many frames as there is room for.</summary>
        public void Encode(Encoding encoding, Rate rate, Span<float> rows)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            fixed (float* to = &MemoryMarshal.GetReference(rows))
            {
                Status status = Native.fw_encoding_encode(&encoding, Value, &rate, to, (UIntPtr)rows.Length, &error);
                Call.Check(status, &error, this);
            }
        }

        /// <summary>Writes when the events of one signal are, whose pairs of sine and cosine are one after the other.</summary>
        public static int DecodeAll(Encoding encoding, ReadOnlySpan<float> pairs, Rate rate, Span<double> timesSecs)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (float* from = &MemoryMarshal.GetReference(pairs))
            fixed (double* to = &MemoryMarshal.GetReference(timesSecs))
            {
                Status status = Native.fw_encoding_decode_all(
                    &encoding, from, (UIntPtr)pairs.Length, &rate, null, to, (UIntPtr)timesSecs.Length, &count, &error);
                return Call.Fit(status, count, &error);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_tracks_destroy(made, null);
        }
    }

    /// <summary>Fires when an event of one character happens.</summary>
    public sealed unsafe class Trigger : FootworkObject
    {
        /// <summary>For signals of this encoding; it fires leadSecs early.</summary>
        public Trigger(Encoding encoding, double leadSecs = 0, double smoothingSecs = 0)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_trigger_create(&encoding, null, leadSecs, smoothingSecs, &made, &error), &error);
            Own(made);
        }

        /// <summary>Goes on by the network's pair and by how far the clip moved on.</summary>
        public Passing Advance(float sine, float cosine, double stepSecs)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Passing passing;
            Call.Check(Native.fw_trigger_advance(Value, sine, cosine, stepSecs, &passing, &error), &error, this);
            return passing;
        }

        /// <summary>Forgets what came before.</summary>
        public void Restart()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_trigger_restart(Value, &error), &error, this);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_trigger_destroy(made, null);
        }
    }
}
