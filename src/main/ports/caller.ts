/** The caller of a bridge call, as identified by the host. */
export interface Caller {
  readonly windowId: string;
}
