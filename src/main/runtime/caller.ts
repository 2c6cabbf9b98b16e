/** Who asked, as the host knows it. */
export interface Caller {
  readonly windowId: string;
}
