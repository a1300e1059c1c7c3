export { useFormik } from 'formik';
