/** An import from choosing the file to the job that it becomes. */
import { z } from 'zod';
import { errorReport } from '../error-report';
import { checkResult } from './check';
import { importFault, importKind } from './source';

export const importId = z.string().min(1).max(64);

/**
 * `receiving`: the page sends the file. `reading`: its format and columns are found. `mapping`: it waits for a mapping. `checking`, `checked`: the check runs, or its
 * result is there. `preparing`: rows become the preview of a job. `failed`: the file can't be imported; `fault` has the reason.
 */
export const importRun = z.strictObject({
  id: importId,
  connectionId: z.string(),
  kind: importKind,
  /** Name of the file without its folder. */
  name: z.string(),
  /** Bytes of the file. */
  size: z.int(),
  state: z.enum(['receiving', 'reading', 'mapping', 'checking', 'checked', 'preparing', 'failed']),
  /** Part of the current step that is done, 0 to 1; null while nothing runs. */
  progress: z.number().min(0).max(1).nullable(),
  /** Of `checked`, and kept while `preparing`. */
  result: checkResult.nullable(),
  /** Why the file can't be imported. */
  fault: importFault.nullable(),
  /** Why the last check ended without a result, as when the service couldn't be read; the state is `mapping` then. */
  error: errorReport.nullable(),
});
export type ImportRun = z.output<typeof importRun>;
