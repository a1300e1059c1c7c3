export { boolean, object, string, ValidationError } from 'yup';
