/** Loaded before the program: simulates another system if the test says so. */
const { STAND_IN_PLATFORM: platform } = process.env;
// Before the program reads it. Node's own modules have read the real one by now.
if (platform) Object.defineProperty(process, 'platform', { value: platform });
