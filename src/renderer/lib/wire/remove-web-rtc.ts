/** The constructors of WebRTC, which the page's policy doesn't cover. */
const constructors = /^(?:webkit)?RTC/;

/** Removes WebRTC from a window, before any other script of the page runs. A frame that a script creates has it again (docs/security.md). */
export function removeWebRtc(global: object): void {
  for (const name of Object.getOwnPropertyNames(global)) if (constructors.test(name)) Reflect.deleteProperty(global, name);
}
