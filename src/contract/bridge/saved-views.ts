/** Saved views of the users of a project: a name, a query, an order, and columns. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { userOrder, userQuery } from '../query/user-query';

const connectionId = z.string().min(1).max(64);
const viewId = z.string().min(1).max(64);

const viewContent = z.strictObject({
  name: z.string().trim().min(1).max(100),
  query: userQuery,
  order: userOrder,
  /** IDs of the columns in their order; null for those that the list has anyway. */
  columns: z.array(z.string().max(220)).max(60).nullable(),
});
export type ViewContent = z.output<typeof viewContent>;

export const savedView = viewContent.extend({ id: viewId, connectionId });
export type SavedView = z.output<typeof savedView>;

export const savedViews = {
  /** The views of all connections, in the order of their tabs. */
  list: topic(z.array(savedView).readonly()),
  /**
   * Saves a view, a new one without an ID. Resolves to its ID. Throws `too-many-views` above 50 views of a connection, and `object-gone` for a
   * view that was deleted.
   */
  save: call(z.strictObject({ connectionId, id: viewId.nullable(), view: viewContent }), viewId),
  delete: call(z.strictObject({ connectionId, id: viewId }), z.null()),
  /** Moves a view to another position among those of its connection. */
  move: call(z.strictObject({ connectionId, id: viewId, position: z.int().min(0) }), z.null()),
};
