/** The notifications of a page in a browser, which the user allows for its address. */

/** Whether the user allowed this page to show notifications. */
export function canNotify(): boolean {
  return pagePermission() === 'granted';
}

/** Returns the user's decision; `unsupported` where pages have no notifications. */
export function pagePermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}
