/** The shape of the table of behaviours: one handler per row, so that a missing one does not compile. */
import type { RowName, RowOf } from '../../contract/service';
import type { Handler } from '../context';

/** The handlers of all rows whose names begin with that group. */
export type HandlersOf<Group extends string> = { readonly [N in Extract<RowName, `${Group}.${string}`>]: Handler<RowOf<N>> };
