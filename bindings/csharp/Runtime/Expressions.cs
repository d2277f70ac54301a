// Expressions: one line of maths for one value or for arrays.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>A compiled expression.</summary>
    public sealed unsafe class Expression : FootworkObject
    {
        /// <summary>Compiles a text; the seed is that of hash and noise.</summary>
        public Expression(string source, string[] variables, uint seed = 0)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            // All texts lie in one array, so that one pin keeps them in place.
            byte[][] parts = new byte[variables.Length + 1][];
            parts[variables.Length] = Call.Bytes(source);
            int length = parts[variables.Length].Length;
            for (int i = 0; i < variables.Length; i++)
            {
                parts[i] = Call.Bytes(variables[i]);
                length += parts[i].Length;
            }
            byte[] bytes = new byte[length + 1];
            fw_text[] texts = new fw_text[parts.Length];
            ulong made;
            fixed (byte* start = bytes)
            fixed (fw_text* all = texts)
            {
                int at = 0;
                for (int i = 0; i < parts.Length; i++)
                {
                    Buffer.BlockCopy(parts[i], 0, bytes, at, parts[i].Length);
                    all[i].Bytes = start + at;
                    all[i].Len = (UIntPtr)parts[i].Length;
                    at += parts[i].Length;
                }
                UIntPtr count = (UIntPtr)variables.Length;
                Call.Check(
                    Native.fw_expression_compile(all + variables.Length, (UIntPtr)1, all, count, seed, &made, &error), &error);
            }
            Own(made);
        }

        /// <summary>The value for a value of each variable.</summary>
        public float Evaluate(ReadOnlySpan<float> values)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            float value;
            fixed (float* from = &MemoryMarshal.GetReference(values))
            {
                Call.Check(Native.fw_expression_value(Value, from, (UIntPtr)values.Length, &value, &error), &error, this);
            }
            return value;
        }

        /// <summary>Values for many of the one variable that it has.</summary>
        public void Evaluate(ReadOnlySpan<float> inputs, Span<float> outputs)
        {
            if (inputs.Length != outputs.Length)
            {
                throw new ArgumentException("as many inputs as outputs are needed");
            }
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            fixed (float* from = &MemoryMarshal.GetReference(inputs))
            fixed (float* to = &MemoryMarshal.GetReference(outputs))
            {
                fw_input input = default(fw_input);
                input.Values = from;
                float* output = to;
                Status status = Native.fw_expression_block(
                    Value, &input, (UIntPtr)1, &output, (UIntPtr)1, (UIntPtr)inputs.Length, &error);
                Call.Check(status, &error, this);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_expression_destroy(made, null);
        }
    }
}
