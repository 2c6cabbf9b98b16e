/** Loaded before the program: resolves `electron` to the test double from here on, and simulates another system if the test says so. */
import { register } from 'node:module';

const { STAND_IN_PLATFORM: platform } = process.env;
// Before the program reads it. Node's own modules have read the real one by now.
if (platform) Object.defineProperty(process, 'platform', { value: platform });

register(new URL('./hooks.js', import.meta.url).href);
