/** Loaded before the program: resolves `electron` to the test double from here on. */
import { register } from 'node:module';

register(new URL('./hooks.js', import.meta.url).href);
