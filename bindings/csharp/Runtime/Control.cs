// Who should go for the ball, and whom each human controls.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>Who of a team should go for the ball.</summary>
    public sealed unsafe class Choice : FootworkObject
    {
        /// <summary>Of nobody yet.</summary>
        public Choice()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_choice_create(&made, &error), &error);
            Own(made);
        }

        /// <summary>
        /// Who of a team should go: Constants.None if nobody can. The model is that of the search, whose intercepts are those of the players in
        /// the same order; team Constants.None chooses from all.
        /// </summary>
        public uint Choose(
            FlightPath path, uint model, double nowSecs, ReadOnlySpan<Player> players, ReadOnlySpan<Intercept> intercepts, uint team)
        {
            if (players.Length != intercepts.Length)
            {
                throw new ArgumentException("as many intercepts as players are needed");
            }
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            uint chosen;
            fixed (Player* all = &MemoryMarshal.GetReference(players))
            fixed (Intercept* found = &MemoryMarshal.GetReference(intercepts))
            {
                fw_choice_input input = default(fw_choice_input);
                input.Size = (uint)sizeof(fw_choice_input);
                input.Model = model;
                input.Path = path.Value;
                input.NowSecs = nowSecs;
                input.Players = all;
                input.Intercepts = found;
                input.Count = (UIntPtr)players.Length;
                input.Team = team;
                Call.Check(Native.fw_choice_choose(Value, &input, null, &chosen, &error), &error, this, path);
            }
            return chosen;
        }

        /// <summary>A candidate for Control.Decide.</summary>
        public Candidate Candidate(uint team, Intercept found)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Candidate candidate;
            Call.Check(Native.fw_choice_candidate(Value, team, &found, &candidate, &error), &error, this);
            return candidate;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_choice_destroy(made, null);
        }
    }

    /// <summary>Whom each human controls.</summary>
    public sealed unsafe class Control : FootworkObject
    {
        /// <summary>With the rules unless it is said otherwise.</summary>
        public Control()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_control_create(null, &made, &error), &error);
            Own(made);
        }

        /// <summary>Writes an assignment for each human, by number; returns how many there are.</summary>
        public int Decide(
            double nowSecs, ReadOnlySpan<Candidate> candidates, ReadOnlySpan<Human> humans, uint touchedBy, bool isTouched, bool isInAir,
            Span<Assignment> assignments)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            UIntPtr count;
            fixed (Candidate* from = &MemoryMarshal.GetReference(candidates))
            fixed (Human* whom = &MemoryMarshal.GetReference(humans))
            fixed (Assignment* to = &MemoryMarshal.GetReference(assignments))
            {
                fw_situation situation = default(fw_situation);
                situation.Size = (uint)sizeof(fw_situation);
                situation.TouchedBy = touchedBy;
                situation.NowSecs = nowSecs;
                situation.Candidates = from;
                situation.CandidatesCount = (UIntPtr)candidates.Length;
                situation.Humans = whom;
                situation.HumansCount = (UIntPtr)humans.Length;
                situation.IsTouched = (byte)(isTouched ? 1 : 0);
                situation.IsInAir = (byte)(isInAir ? 1 : 0);
                Status status = Native.fw_control_decide(Value, &situation, to, (UIntPtr)assignments.Length, &count, &error);
                return Call.Fit(status, count, &error, this);
            }
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_control_destroy(made, null);
        }
    }
}
