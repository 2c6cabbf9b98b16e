/**
 * Derives keys from passphrases at a low cost in the process of a spec that imports this file: at the cost of production, a key takes half
 * a second and 128 MiB. Such a spec has a separate process (`own-process.ts`).
 */
import { defaultCost } from '#main/sealing/passphrase-key.ts';

Object.assign(defaultCost, { cost: 2 ** 10 });
