export declare const NODE_MAJOR: number;
export declare const isNewEnough: boolean;
export declare const nodePackage: string;
export declare function findNode(): string | undefined;
