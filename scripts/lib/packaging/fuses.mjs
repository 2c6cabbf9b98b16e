/** The fuses of Electron's binary: switches in its bytes that no option or environment variable can turn back. */
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/**
 * Every fuse, written out, so that a fuse that a new Electron release adds needs a chosen value.
 * @param {boolean} isAutomation Whether the build may be driven through the inspector.
 */
export const fuses = (isAutomation) => ({
  [FuseV1Options.RunAsNode]: false,
  // No cookies are kept, and on macOS the first start would ask for the keychain to encrypt them.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: isAutomation,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
});

/**
 * Writes the fuses into a binary and reads them back. Fails if the binary has a fuse without a value here, or doesn't take a value.
 * @param {string} program The binary, or the `.app` folder of a Mac.
 * @param {{ isAutomation: boolean, isMac: boolean }} build
 */
export async function writeFuses(program, { isAutomation, isMac }) {
  const chosen = fuses(isAutomation);
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changed bytes break the signature that a Mac asks of every program for its own chips.
    resetAdHocDarwinSignature: isMac,
    ...chosen,
  });
  const { version: _version, ...wire } = await getCurrentFuseWire(program);
  const wrong = Object.entries(wire)
    .filter(([fuse, state]) => state !== (chosen[/** @type {keyof typeof chosen} */ (Number(fuse))] ? FuseState.ENABLE : FuseState.DISABLE))
    .map(([fuse]) => FuseV1Options[Number(fuse)] ?? `fuse ${fuse}`);
  if (wrong.length > 0) throw new Error(`Electron's binary didn't take these fuses: ${wrong.join(', ')}.`);
}
