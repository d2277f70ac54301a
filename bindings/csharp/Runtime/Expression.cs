// Expressions over arrays. Written by hand, because no other method of expressions has arrays of arrays.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>The values of a variable: an array with one per result, or a single number for all.</summary>
    public struct Input
    {
        internal readonly float[] Values;
        internal readonly float Uniform;

        private Input(float[] values, float uniform)
        {
            Values = values;
            Uniform = uniform;
        }

        /// <summary>A value for each result.</summary>
        public static implicit operator Input(float[] values)
        {
            return new Input(values, 0);
        }

        /// <summary>A value for all results.</summary>
        public static implicit operator Input(float uniform)
        {
            return new Input(null, uniform);
        }
    }

    public sealed unsafe partial class Expression
    {
        /// <summary>
        /// Computes outputs for arrays: <c>outputs[k][i]</c> is output <c>k</c> for the values <c>i</c> of the inputs. There must
        /// be at least as many inputs as variables, and exactly as many outputs as texts, all of one length.
        /// </summary>
        public void Block(Input[] inputs, params float[][] outputs)
        {
            int length = outputs.Length == 0 ? 0 : outputs[0].Length;
            fw_error error = Call.Error();
            GCHandle[] pins = new GCHandle[inputs.Length + outputs.Length];
            fw_input[] from = new fw_input[inputs.Length];
            IntPtr[] to = new IntPtr[outputs.Length];
            try
            {
                for (int i = 0; i < inputs.Length; i++)
                {
                    from[i].Uniform = inputs[i].Uniform;
                    if (inputs[i].Values != null)
                    {
                        Call.Length(inputs[i].Values.Length, length, "inputs[" + i + "]");
                        pins[i] = GCHandle.Alloc(inputs[i].Values, GCHandleType.Pinned);
                        from[i].Values = (float*)pins[i].AddrOfPinnedObject();
                    }
                }
                for (int k = 0; k < outputs.Length; k++)
                {
                    Call.Length(outputs[k].Length, length, "outputs[" + k + "]");
                    pins[inputs.Length + k] = GCHandle.Alloc(outputs[k], GCHandleType.Pinned);
                    to[k] = pins[inputs.Length + k].AddrOfPinnedObject();
                }
                fixed (fw_input* fromAt = from)
                fixed (IntPtr* toAt = to)
                {
                    Status status = Native.fw_expression_block(
                        Raw, fromAt, (UIntPtr)from.Length, (float**)toAt, (UIntPtr)to.Length, (UIntPtr)length, &error);
                    GC.KeepAlive(this);
                    Call.Check(status, &error);
                }
            }
            finally
            {
                foreach (GCHandle pin in pins)
                {
                    if (pin.IsAllocated)
                    {
                        pin.Free();
                    }
                }
            }
        }
    }
}
