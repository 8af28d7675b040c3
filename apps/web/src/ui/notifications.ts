/** Notifications are loaded after the first paint. */
import '@mantine/notifications/styles.layer.css';

export { Notifications, notifications } from '@mantine/notifications';
