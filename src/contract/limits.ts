/** Limits of the service and of the app, with their unit and section (wire limits.md unless stated otherwise). */

/** Characters, section 1. Checked before a code or a session is used. */
export const passwordLength = { min: 8, max: 70 };
/** Bytes of UTF-8, section 1: bcrypt reads no more. */
export const passwordBytes = 71;
/** Characters of Crockford base32, section 5. */
export const secretLength = 45;
/** Seconds an access token is valid on an ordinary server, section 2. */
export const accessTokenSeconds = 600;
/** Milliseconds, section 2. */
export const refreshTokenMillis = 365 * 86_400_000;
/** Milliseconds, section 2: the maximum that a server may request for a session. */
export const maxSessionMillis = 367 * 86_400_000;
/** Maximum characters of the reason of an impersonation (ours). */
export const maxReasonLength = 300;
/** Milliseconds for which an access token is stored in the keychain (ours: it expires earlier). */
export const accessTokenKeptMillis = 86_400_000;
/** Seconds for which an access token must be valid at a request (design: more than the service's own clients require). */
export const wantedTokenLifeSeconds = 20;
/** Maximum number of connections in a data folder, including the sandbox’s (ours: menus and lists are designed for it). */
export const maxConnections = 1000;
/** Characters of a file of exported settings (ours: many times what one has). */
export const maxSettingsFileLength = 65_536;
/** Number of users requested per page. */
export const userPageSize = 100;
/** Milliseconds that two-factor authentication may take, section 2. */
export const attemptCodeMillis = 300_000;
/** Milliseconds for which a sign-in in a browser can be completed (wire/flows 5.1: the same as in the service's own client). */
export const oauthStateMillis = 3_600_000;
/** Milliseconds between two polls of a CLI login (wire/flows 12). */
export const cliPollMillis = 2_000;
/** Milliseconds for which codes in emails are valid, section 2. */
export const mailedCodeMillis = 7 * 86_400_000;
/** Milliseconds for which a passkey's challenge is valid, section 2. */
export const passkeyChallengeMillis = 65_000;
/** Bytes of a new TOTP secret (ours; wire/flows 2 calls them customary). */
export const totpSecretBytes = 20;
/** Lifetime of a setup of two-factor authentication, whose secret is kept in memory (ours). */
export const totpSetupMillis = 15 * 60_000;
/** Bytes of a passkey's user id (WebAuthn level 2, section 5.4.3). */
export const passkeyUserIdBytes = { min: 1, max: 64 };
/** Maximum bytes of a response with a list or an object (ours; a profile image alone may have 1 000 000). */
export const maxObjectBytes = 16 * 1024 * 1024;
/** Maximum bytes of metadata as JSON without spaces (ours; the service has no limit), and of its levels: responses have a few more. */
export const maxMetadataBytes = 6_000_000;
export const maxMetadataNesting = 100;
/** Maximum characters of an image that Latchkey uploads, as a `data:` URL (ours; the service allows 1 000 000, section 1). */
export const maxUploadedImageLength = 100_000;
/** Maximum bytes of an image file that can be chosen (ours). */
export const maxImageFileBytes = 10_000_000;
/** Maximum width and height of a picture that is decoded (ours), in pixels, and of all frames of an animation together. */
export const maxPictureSide = 4096;
export const maxPicturePixels = 16 * maxPictureSide ** 2;
/** Maximum bytes of a response with the result of an action (ours). */
export const maxActionBytes = 1024 * 1024;
/** Maximum levels of arrays and objects in a response (ours). */
export const maxNesting = 200;
/** Maximum number of values in a response (ours): the densest list of the service has about 600 000 in 16 MB. */
export const maxResponseValues = 1_000_000;
/** Maximum number of values parsed without a pause (ours): an item of a list, or an object as a whole. */
export const maxValuesAtOnce = 250_000;
/** Maximum number of invalid items that may be left out of a list (ours). */
export const maxOmittedItems = 20;
/** Maximum characters of the service's error message (ours). */
export const maxErrorTextLength = 500;
/** Maximum characters of an error code (ours); the longest known one has 55. */
export const maxErrorCodeLength = 100;
/** Maximum characters of an error's details as JSON (ours); longer ones are left out. */
export const maxErrorDetailsLength = 20_000;
/** Maximum characters of a request ID (ours). */
export const maxRequestIdLength = 200;
/** Maximum characters of the path of a violation (ours). Field names come from the service. */
export const maxErrorPathLength = 200;

/** Maximum characters of a source that is edited in another program. */
export const maxEditedLength = 1_000_000;
