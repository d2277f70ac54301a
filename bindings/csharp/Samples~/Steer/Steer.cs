using Footwork;
using UnityEngine;

// Steers a character by Unity's axes: arrow keys, WASD or a gamepad.
public sealed class Steer : MonoBehaviour
{
    public FootworkCharacter character;
    public float speedMps = 3.5f;

    private void Update()
    {
        Vector3 stick = new Vector3(UnityEngine.Input.GetAxis("Horizontal"), 0, UnityEngine.Input.GetAxis("Vertical"));
        character.Velocity = speedMps * Vector3.ClampMagnitude(stick, 1);
    }
}
