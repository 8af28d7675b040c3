/** The entry point of a PDF worker without any feature's layouts. */
import { servePdfTasks } from './serve-pdf-tasks.ts';

servePdfTasks();
