/** bcrypt at its lowest cost, for specs: at the cost of production a hash takes a tenth of a second. Replaces `bcryptjs`. */
import { genSalt as genSaltOfCost } from 'bcryptjs';

export * from 'bcryptjs';

const lowestCost = 4;

/** Returns a salt of the lowest cost, regardless of the requested one. */
export function genSalt(): Promise<string> {
  return genSaltOfCost(lowestCost);
}
