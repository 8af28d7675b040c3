/**
 * The place of a string in a request, which decides how strictly the string is inspected (ADR 83).
 *
 * `prose` is text that people write and search for. `strict` is text that programs define: parameters, identifiers,
 * addresses, unknown properties. `path` is the address of a request as it was sent, `header` the value of a header,
 * `file-name` the name of an uploaded file, and `key` the name of a property, a parameter or a part of a form.
 */
export type Place = 'prose' | 'strict' | 'path' | 'file-name' | 'header' | 'key';
