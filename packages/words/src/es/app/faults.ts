import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'Este campo es obligatorio.',
  empty: 'Este campo no puede estar vacío.',
  too_short: 'Se necesitan al menos {limit} caracteres.',
  too_long: 'Se permiten {limit} caracteres como máximo.',
  too_few: 'Se necesitan al menos {limit} elementos.',
  too_many: 'Se permiten {limit} elementos como máximo.',
  below_minimum: 'El valor mínimo permitido es {limit}.',
  above_maximum: 'El valor máximo permitido es {limit}.',
  email: 'Introduzca una dirección de correo como nombre@example.com.',
  date: 'Introduzca una fecha válida.',
  datetime: 'Introduzca una fecha y una hora válidas.',
  password_too_short: 'La contraseña necesita al menos {limit} caracteres.',
  password_too_common:
    'La contraseña es fácil de adivinar, porque se compone de contraseñas comunes. Use en su lugar cuatro palabras sin relación.',
  password_contains_context:
    'La contraseña es fácil de adivinar, porque contiene su nombre, su dirección de correo, su organización o el nombre de este servicio. Use en su lugar cuatro palabras sin relación.',
  password_required: 'Introduzca la contraseña, porque no se registró en este navegador.',
  code_required: 'Introduzca un código de su aplicación de autenticación o un código de recuperación.',
  another_address: 'Introduzca la dirección a la que se envió la invitación.',
  no_such_member: 'Elija otro miembro activo de esta organización.',
  not_an_administrator: 'Solo un administrador puede hacerse cargo de las claves de API.',
  invalid_url: 'Introduzca una dirección completa que empiece por https://.',
  insecure_url: 'La dirección debe empezar por https://.',
  unknown_host: 'El nombre de host de la dirección no se encuentra en el DNS.',
  private_address: 'La dirección debe ser pública y no puede estar en una red local.',
  empty_file: 'El archivo está vacío.',
  not_a_pdf: 'El archivo no es un PDF.',
  wrong_password: 'El archivo no se abre con esta contraseña.',
};
