/** The entry of a PDF worker without layouts of features. */
import { servePdfTasks } from './serve-pdf-tasks.ts';

servePdfTasks();
