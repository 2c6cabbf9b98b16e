/** Constants of the service that our own code applies, each with its unit and section (wire limits.md unless said otherwise). */

/** Characters, section 1. Checked before a code or a session is spent. */
export const passwordLength = { min: 8, max: 70 };
/** Bytes of UTF-8, section 1: bcrypt reads no more. */
export const passwordBytes = 71;
/** Characters of Crockford base32, section 5. */
export const secretLength = 45;
/** Seconds an access token lives on an ordinary server, section 2. */
export const accessTokenSeconds = 600;
/** Milliseconds, section 2. */
export const refreshTokenMillis = 365 * 86_400_000;
/** Milliseconds, section 2: the most a server may ask for when it makes a session. */
export const maxSessionMillis = 367 * 86_400_000;
/** Milliseconds an access token is kept in the keychain (ours: its own life is shorter). */
export const accessTokenKeptMillis = 86_400_000;
/** Seconds of life a request wants in its access token (design: more than the service's own clients ask). */
export const wantedTokenLifeSeconds = 20;
/** Connections in a data folder, the sandbox’s included (ours: menus and lists are built for this many). */
export const maxConnections = 1000;
/** Rows asked for in one page of users. */
export const userPageSize = 100;
/** Milliseconds the second step of a sign-in may take, section 2. */
export const attemptCodeMillis = 300_000;
/** Milliseconds a sign-in that left for a browser can still come back (wire/flows 5.1: as long as the service's own client keeps it). */
export const oauthStateMillis = 3_600_000;
/** Milliseconds between two questions whether a CLI login was completed (wire/flows 12). */
export const cliPollMillis = 2_000;
/** Milliseconds that codes in mails are good for, section 2. */
export const mailedCodeMillis = 7 * 86_400_000;
/** Milliseconds a passkey's challenge is good for, section 2. */
export const passkeyChallengeMillis = 65_000;
/** Bytes of a passkey's user id (WebAuthn level 2, section 5.4.3). */
export const passkeyUserIdBytes = { min: 1, max: 64 };
/** Bytes of a response that holds a list or an object (ours; a profile image alone may have 1 000 000). */
export const maxObjectBytes = 16 * 1024 * 1024;
/** Bytes of a response that only says what came of an action (ours). */
export const maxActionBytes = 1024 * 1024;
/** Levels of arrays and objects in a response (ours). */
export const maxNesting = 200;
/** Values in a response (ours): the densest list of the service has some 600 000 in 16 MB. */
export const maxResponseValues = 1_000_000;
/** Values parsed in one go, without a pause for other work (ours): an item of a list, or an object as a whole. */
export const maxValuesAtOnce = 250_000;
/** Items of a list that may be left out because they don't fit (ours). */
export const maxOmittedItems = 20;
/** Characters kept of the service's own sentence about an error (ours). */
export const maxErrorTextLength = 500;
/** Characters kept of an error code (ours); the longest known one has 55. */
export const maxErrorCodeLength = 100;
/** Characters of an error's details as JSON; longer ones are left out (ours). */
export const maxErrorDetailsLength = 20_000;
/** Characters kept of a request ID (ours). */
export const maxRequestIdLength = 200;
/** Characters kept of the path at which a value didn't fit (ours); names of fields are the service's. */
export const maxErrorPathLength = 200;
