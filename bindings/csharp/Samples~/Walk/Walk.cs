using System;
using System.IO;
using Footwork;

// Plays a pose file without Unity: three joints by name in the world, footsteps, and a recording for the studio.
public static class Walk
{
    public static void Main(string[] arguments)
    {
        Library.CheckVersion();
        using (Repertoire repertoire = new Repertoire(File.ReadAllBytes(arguments[0])))
        using (Database tags = new Database(File.ReadAllBytes(arguments[1])))
        using (PoseIndex index = PoseIndex.FromRepertoire(repertoire))
        using (Query gaits = new Query(tags, "Gait & !Kick"))
        using (PoseFilter allowed = PoseFilter.ForLanding(index, gaits, Rules.Default().OverrunSecs))
        using (Character character = new Character(repertoire))
        {
            uint head = repertoire.FindJoint("Head"), left = repertoire.FindJoint("LeftHand"), right = repertoire.FindJoint("RightHand");
            // For each joint the rotation x, y, z, w and the position x, y, z.
            float[] joints = new float[7 * repertoire.Info.Joints];
            Footstep[] room = new Footstep[2];
            Stick stick = default(Stick);
            stick.VelocityMps = new Double2(0, 1.5);
            int steps = 0;
            character.Record();
            for (int frame = 0; frame < 300; frame++)
            {
                character.Update(1.0 / 60, stick, new SearchOptions { Filter = allowed });
                character.PoseIn(Constants.SpaceWorld, joints);
                steps += character.Footsteps(room);
            }
            File.WriteAllBytes(arguments[2], character.Recording());
            Console.WriteLine("after " + steps + " steps its head is " + joints[7 * head + 5].ToString("0.0") + " m high, at z "
                + joints[7 * head + 6].ToString("0") + ", its hands " + joints[7 * left + 5].ToString("0.0") + " m and "
                + joints[7 * right + 5].ToString("0.0") + " m");
        }
    }
}
