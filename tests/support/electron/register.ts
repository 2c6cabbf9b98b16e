/** Loaded before the program: from here on `electron` is the stand-in. */
import { register } from 'node:module';

register(new URL('./hooks.js', import.meta.url).href);
