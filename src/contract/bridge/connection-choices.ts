/** Options of a connection that the user chooses from a list. */
import { z } from 'zod';

export const environment = z.enum(['development', 'staging', 'production']);
export const colour = z.enum(['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'gray']);
export type Environment = z.output<typeof environment>;
export type Colour = z.output<typeof colour>;
