The strict profile: everything that the default profile denies, and more. Load
this folder alone; loading the folder above leaves it out.
