// AssociationFiles
