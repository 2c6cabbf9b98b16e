/** What a release needs from its publisher: a server for updates, and secrets to sign with. All of it is in the environment. */

/** Names of secrets by system. Of each group, all are needed. */
const secrets = {
  darwin: [
    { purpose: 'signing', anyOf: [['CSC_LINK', 'CSC_KEY_PASSWORD']] },
    {
      purpose: 'notarization',
      anyOf: [
        ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
        ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
      ],
    },
  ],
  win32: [
    {
      purpose: 'signing',
      anyOf: [
        ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
        ['CSC_LINK', 'CSC_KEY_PASSWORD'],
      ],
    },
  ],
};

/**
 * The server for updates that a build names, with which it must be signed; null for builds that don't update themselves.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function updateServer(env = process.env) {
  return env.LATCHKEY_UPDATES_URL || null;
}

/**
 * Returns a sentence that names the missing secrets of a build that updates itself; null if nothing is missing.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [platform]
 */
export function missingSecrets(env = process.env, platform = process.platform) {
  if (updateServer(env) === null || (platform !== 'darwin' && platform !== 'win32')) return null;
  const missing = secrets[platform].filter(({ anyOf }) => !anyOf.some((names) => names.every((name) => env[name])));
  if (missing.length === 0) return null;
  const needs = missing.map(({ purpose, anyOf }) => `${anyOf.map((names) => names.join(', ')).join(' or ')} (${purpose})`);
  return `A build with LATCHKEY_UPDATES_URL must be signed. Set ${needs.join('; ')}. See docs/packaging.md.`;
}
